import t from 'tap'
import { countMentions } from '#src/research/discover/count-mentions.ts'

t.test('a name is found word for word, whatever the case, the accents and the marks between its words', async (t) => {
  const cases: [text: string, name: string, times: number][] = [
    ['ADA REED, Ada-Reed and ada  reed; Ada Reedy, Bada Reed, Ada reads.', 'Ada Reed', 3],
    ['Björk, BJORK and Bjork’s', 'Bjo\u0308rk', 3],
    ['Jay Z, Jay-Z, JAY‑Z', 'JAY-Z', 3],
    ['Straße und STRASSE', 'Strasse', 2],
    ['nobody', 'Ada Reed', 0],
    ['something', '', 0],
    ['something', '\u200b', 0],
  ]
  for (const [text, name, times] of cases) t.equal(countMentions(text, name), times, `${name} in ${text}`)
})

t.test('a name is found with the endings that its language joins to it', async (t) => {
  const cases: [text: string, name: string, times: number][] = [
    ["Ada Reed’s new record is out. Everyone loved Ada Reed's organ.", 'Ada Reed', 2],
    ['Ada Reeds Orgel', 'Ada Reed', 1],
    ['The muses', 'Muse', 0],
    ['Tarkan’ın yeni albümü', 'Tarkan', 1],
    ['가수 아이유가 노래했다. 아이유의 노래, 아이유에게. 아이유진은 아니다.', '아이유', 3],
    ['昨日椎名林檎の歌を聴いた。椎名林檎さん', '椎名林檎', 2],
    ['เพลงของปาล์มมี่ดังมาก', 'ปาล์มมี่', 1],
    ['غنت فيروز، وفيروز لفيروز', 'فيروز', 3],
    ['שיר של עפרה חזה ועפרה חזה', 'עפרה חזה', 2],
  ]
  for (const [text, name, times] of cases) t.equal(countMentions(text, name), times, `${name} in ${text}`)
})

t.test('a name of signs is found, and a sign for "and" is like the word', async (t) => {
  const cases: [text: string, name: string, times: number][] = [
    ['!!! played at the hall. !!! are loud. What!!!! No!', '!!!', 2],
    ['††† by Crosses', '†††', 1],
    ['The band +/- and +/-', '+/-', 2],
    [
      'Simon and Garfunkel, Simon & Garfunkel, Simon&Garfunkel, Simon und Garfunkel; Simon, Garfunkel',
      'Simon & Garfunkel',
      4,
    ],
    ['Florence & The Machine, Florence + the machine', 'Florence and the Machine', 2],
    ['Earth, Wind and Fire', 'Earth, Wind & Fire', 1],
    ['And also the trees; Brand also the trees', 'And Also the Trees', 1],
    ['the band And played, and sand', 'And', 2],
    ['Wind and fire', 'Earth, Wind & Fire', 0],
  ]
  for (const [text, name, times] of cases) t.equal(countMentions(text, name), times, `${name} in ${text}`)
})
