import { fold } from '#src/text/fold.ts'
import { simplifyHan } from '#src/text/simplified-han.ts'
import { subjectTable } from './subject-table.ts'
import { isIdeographic, stemLightly } from './words.ts'

const toStem = (word: string) => stemLightly(fold(word))

/** The subjects of each line, and the words that speak of them. */
const lines = subjectTable
  .trim()
  .split('\n')
  .map((line) => line.split(':').map((words) => words.trim().split(' ')))

const related = new Map<string, ReadonlySet<string>>()
for (const [heads = [], members = []] of lines) {
  const stems = new Set(members.map(toStem))
  for (const head of heads.map(toStem)) {
    // "I love the low notes" is not about love.
    const own = head === stemLightly('love') ? [] : [head]
    related.set(head, new Set([...(related.get(head) ?? []), ...stems, ...own]))
  }
}

/** The stems by which a text speaks of the subject with this stem, itself among them. */
export const listRelatedStems = (stem: string): ReadonlySet<string> =>
  related.get(stem) ?? new Set([stem, ...(related.get(findPart(stem) ?? '') ?? [])])

/** The subjects of the table that are written without spaces, longer ones first, in simplified characters. */
export const ideographicSubjects = new RegExp(
  lines
    .flatMap(([heads = []]) => heads)
    .filter(isIdeographic)
    .toSorted((a, b) => b.length - a.length)
    .map(simplifyHan)
    .join('|'),
  'gu',
)

const kin: ReadonlySet<string> = new Set(
  ['family', 'familie', 'familia', 'famille', '家族'].flatMap((head) => [...(related.get(toStem(head)) ?? [])]),
)

/** Whether a word is one of a family's: "brother". */
export const isKin = (stem: string): boolean => kin.has(stem)

/** Whether a word is a subject that people draw boundaries around. */
export const isSensitive = (stem: string): boolean => related.has(stem) || findPart(stem) !== undefined

/** Letters of a German compound, and of the word that it begins or ends with. */
const compoundChars = { whole: 10, part: 5 }

/** Whether a stem is a compound of another one: "Alkoholentzug" of "Alkohol". */
export const isCompoundOf = (stem: string, part: string): boolean =>
  stem.length >= compoundChars.whole &&
  part.length >= compoundChars.part &&
  (stem.startsWith(part) || stem.endsWith(part))

const findPart = (stem: string): string | undefined => [...related.keys()].find((head) => isCompoundOf(stem, head))

/** Words of the trade and of every life: they say nothing of what a boundary or a correction is about. */
export const everydayStems: ReadonlySet<string> = new Set(
  (
    'music song album record recording work life people time year day world piano guitar band play playing concert ' +
    'show stage tour voice sound write writing old new young first last long great good big small little part ' +
    'side place kind sort end beginning early late past present personal private public story detail fact matter issue ' +
    'history period moment situation experience feeling relation relationship whole career artist musician singer ' +
    'come came take took see saw know knew think thought find found feel felt give gave tell told leave left keep kept ' +
    'happen happened become became live musik lied leben zeit jahr jahre arbeit konzert sache sachen geschichte musica ' +
    'cancion vida tiempo ano anos trabajo concierto historia musique chanson vie temps travail histoire annees musica ' +
    'canzone vita tempo anni lavoro storia platte album problem probleme aufenthalt zeiten problema problemas estancia epoca ' +
    'probleme sejour epoque disque disco passe pasado vergangenheit 音楽 曲 人生 時間 仕事 時代 時期 頃 年 前 後 昔 今 時 中 上 人 私 僕 俺 自分 本人 問題 録音 ' +
    '演奏 楽器 舞台 歌 声 音 作曲 公演 楽団'
  )
    .split(' ')
    .map(toStem),
)

const families = [
  'study studied pupil student learn learned learnt lesson lessons taught teach teacher trained training',
  'born birth birthplace native',
  'marry married marriage husband wife wedding spouse',
  'die died death dead passed',
  'live lives lived',
  'record recorded recording cut',
  'write wrote written compose composed composer',
  'win won award prize',
  'grow grew grown raised upbringing childhood',
  'sign signed contract',
  'quit departed',
  'release released appeared',
  'found founded formed started',
  'move moved emigrated settled relocated',
  'mother mum mom',
  'father dad',
  'brother sister sibling',
  'verlassen verliess verliessen ging gegangen',
  'geboren geborene geburt',
  'schreiben schrieb geschrieben komponiert komponierte',
  'singen sang gesungen',
  'aufgenommen aufnahm nahm aufnahme entstand entstanden',
  'studieren studierte schuler schulerin gelernt lernte unterricht lehrer lehrerin',
  'heiraten heiratete verheiratet ehemann ehefrau ehe',
  'gestorben starb tot tod',
  'gewonnen gewann preis',
  'aufgewachsen wuchs kindheit',
  'nacer nacio naci nacido nacida nacimiento',
  'grabar grabo grabe grabado grabada grabacion',
  'escribir escribio escribi escrito escrita compuso compuse compuesto',
  'estudiar estudio estudie alumno alumna aprendio aprendi discipulo discipula maestro maestra',
  'casado casada caso casarse marido esposa boda matrimonio',
  'morir murio muerte muerto muerta',
  'ganar gano gane premio ganado',
  'dejar dejo deje abandono abandone abandonado',
  'naitre ne nee naissance',
  'enregistrer enregistre enregistree enregistrement',
  'ecrire ecrit ecrite compose composee',
  'etudier etudie etudia eleve appris apprit professeur',
  'marie mariee epouse epoux mari mariage',
  'mourir mort morte mourut deces decede',
  'quitter quitte quitta partir parti',
]

const normalizedStems = new Map(
  families.flatMap((family) => {
    const stems = family.split(' ').map(stemLightly)
    return stems.map((stem) => [stem, stems[0] ?? stem] as const)
  }),
)

/** One stem for the words of the same fact: a person's student is that person's pupil. */
export const normalizeStem = (stem: string): string => normalizedStems.get(stem) ?? stem
