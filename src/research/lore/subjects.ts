import { stemLightly } from './words.ts'

/*
 * What a boundary means beyond its own word. A line is a subject and, after the colon, the words that speak of it; the
 * subject's own words are before the colon, and none of those after it means the whole subject ("my brother" is not "my
 * family").
 */
const lines = `
family relatives: mother father parent mum mom dad papa mama brother sister sibling aunt uncle cousin
  grandmother grandfather grandparent grandma grandpa son daughter child kid wife husband niece nephew family
  relative
parents: mother father mum mom dad papa mama parent
mother mum mom: mother mum mom mama mam
father dad: father dad papa daddy
siblings sibling: brother sister sibling twin
children kids: child kid son daughter baby
son daughter: child kid
grandparents: grandmother grandfather grandma grandpa
marriage wedding: married marry marriage wife husband wedding spouse bride groom engaged divorce
wife: wife married marriage wedding
husband: husband married marriage wedding
divorce separation: divorce separated separation ex custody split
relationship relationships romance dating love: boyfriend girlfriend lover romance dating married husband wife
  fiance relationship affair ex
health illness illnesses sickness disease: ill illness sick disease hospital cancer surgery diagnosis diagnosed
  doctor treatment clinic stroke tumour tumor health unwell chronic
hospital: hospital clinic ward surgery
cancer: cancer tumour tumor chemotherapy
mental depression: mental depressed depression anxiety panic psychiatrist therapist therapy breakdown suicidal
anxiety panic: anxiety panic
depression: depressed depression breakdown therapist suicidal
therapy: therapy therapist psychiatrist psychologist counselling
addiction alcohol drinking drugs drink rehab sobriety alcoholism: alcohol drink drunk sober sobriety rehab
  addict addiction cocaine heroin pills whisky vodka drug overdose hangover bottle
money finances income earnings salary debts fees: money paid salary fee debt bankrupt bankruptcy earn earnings
  loan owed mortgage royalties income broke finance savings
religion faith beliefs god church: church faith god prayer pray catholic protestant jewish muslim religious
  religion baptised baptized priest convert mosque synagogue atheist
politics political: election vote voted government politician politics political minister campaign
death dying loss: died death dead funeral grief mourning buried killed
suicide: suicide suicidal
grief: grief mourning funeral bereaved
funeral: funeral buried
accident crash: accident crash collision wreck injured
injury injuries: injury injured hurt fracture broke
prison jail conviction crime arrest: prison jail arrested arrest convicted conviction cell inmate sentenced
  police
lawsuit court trial litigation: lawsuit sued sue court trial judge lawyer settlement litigation
abuse violence assault: abuse abused violence violent assault beaten
age birthday: age aged birthday born
weight body diet disorder: weight diet anorexia bulimia disorder thin fat
anorexia bulimia: anorexia bulimia disorder
pregnancy: pregnant pregnancy miscarriage birth
sexuality orientation: gay lesbian queer bisexual sexuality coming-out closet
gender: trans transition gender nonbinary
bullying: bullied bullying bully
war: war soldier shelling refugee front bombing
army military: army soldier regiment military barracks conscript
adoption: adopted adoption orphan orphanage foster
immigration visa: visa immigration deported asylum refugee emigrated
address neighbourhood neighborhood: address street neighbourhood neighborhood
breakup: breakup split disbanded
quarrel feud argument fight: quarrel feud argument fight row argue
custody: custody divorce
shooting murder: shooting shoot murder killed
theft burglary: stolen theft burglary thief stole robbed
fire: fire burned burnt flames blaze
pet dog cat: dog cat
`

const related = new Map<string, ReadonlySet<string>>()
for (const line of lines.trim().replaceAll('\n  ', ' ').split('\n')) {
  const [heads = '', members = ''] = line.split(':')
  const stems = new Set(members.trim().split(' ').map(stemLightly))
  for (const head of heads.trim().split(' ').map(stemLightly)) {
    // "I love the low notes" is not about love.
    const own = head === stemLightly('love') ? [] : [head]
    related.set(head, new Set([...(related.get(head) ?? []), ...stems, ...own]))
  }
}

/** The stems by which a text speaks of the subject with this stem, itself among them. */
export const listRelatedStems = (stem: string): ReadonlySet<string> => related.get(stem) ?? new Set([stem])

/** Whether a word is a subject that people draw boundaries around. */
export const isSensitive = (stem: string): boolean => related.has(stem)

/** Words of the trade and of every life: they say nothing of what a boundary or a correction is about. */
export const everydayStems: ReadonlySet<string> = new Set(
  (
    'music song album record recording work life people time year day world piano guitar band play ' +
    'playing concert show stage tour studio voice sound write writing ' +
    'old new young first last long great good big small little part side place kind sort way end ' +
    'beginning early late past present personal private public ' +
    'story detail fact matter issue anything history period moment situation experience feeling ' +
    'relation relationship whole career artist musician singer ' +
    'come came take took see saw know knew think thought find found feel felt give gave tell told ' +
    'leave left keep kept happen happened become became live'
  )
    .split(' ')
    .map(stemLightly),
)

const families = [
  'study studied pupil student learn learned learnt lesson lessons taught teach teacher trained training',
  'born birth birthplace native',
  'marry married marriage husband wife wedding spouse',
  'die died death dead passed',
  'record recorded recording cut',
  'write wrote written compose composed composer',
  'win won award prize',
  'grow grew grown raised upbringing childhood',
  'sign signed contract',
  'discover discovered',
  'quit departed',
  'release released appeared',
  'found founded formed started',
  'move moved emigrated settled relocated',
  'mother mum mom',
  'father dad',
  'brother sister sibling',
  'two twice',
  'ten 10',
  'eleven 11',
  'twelve 12',
  'thirteen 13',
  'fourteen 14',
  'fifteen 15',
  'sixteen 16',
  'seventeen 17',
  'eighteen 18',
  'nineteen 19',
]
const normalizedStems = new Map(
  families.flatMap((family) => {
    const stems = family.split(' ').map(stemLightly)
    return stems.map((stem) => [stem, stems[0] ?? stem] as const)
  }),
)

/** One stem for the words of the same fact: a person's student is that person's pupil. */
export const normalizeStem = (stem: string): string => normalizedStems.get(stem) ?? stem
