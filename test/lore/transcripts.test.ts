import t from 'tap'
import { buildAnswer, cite, composePage, storeText } from './compose-page.ts'

/** A form of a talk, and how the words of another person begin in it. */
const forms: readonly [name: string, text: string, others: string][] = [
  [
    'labels with digits',
    `Interviewer 1: When did you begin to play?

Mara Quill: I began when I was nine, in the chapel, because my father tuned the reeds.

Interviewer 2: I once burned all of my tapes in the garden because I could not bear them any more. Have you ever done that?

Mara Quill: I keep every tape that I have ever made, in the drawer below the bread.`,
    'I once burned',
  ],
  [
    'a note after a separator',
    `Jo Hart: When did you begin to play?

Mara Quill: I began when I was nine, in the chapel, because my father tuned the reeds.

* * *

I met the singer again a year later in a hotel in Hull, and I lost the second tape of our talk on the train home.`,
    'I met the singer',
  ],
  [
    'said before, another sentence after',
    `Mara Quill played in the chapel by the harbour in 1998.

Jo Hart said, "I built my first organ when I was nine years old, in the barn of my father, out of lead pipes." Mara Quill said nothing.`,
    'I built my first',
  ],
  [
    'wrote before, laughed after',
    `Mara Quill played in the chapel by the harbour in 1998.

The critic Jo Hart wrote, "I learned to play the organ from a sailor when I was a boy in Hull." Mara Quill laughed.`,
    'I learned to play the organ',
  ],
  [
    'marks that do not fit each other',
    `Mara Quill played in the chapel by the harbour in 1998.

Mara Quill said, “I tuned the organ by ear in the winter of that year." Jo Hart said, "I would not have dared to, and I sold my own harmonium to a sailor.”

Mara Quill gave eleven concerts that winter.`,
    'I would not have dared',
  ],
  [
    'a missing closing mark',
    `Mara Quill played in the chapel by the harbour in 1998.

Mara Quill said, “I tuned the organ by ear in the winter of that year.

“I would not have dared to, and I sold my own harmonium to a sailor in Hull,” said Jo Hart.`,
    'I would not have dared',
  ],
  [
    'labels with a title and a comma',
    `Dr. Jo Hart, BBC: I sold my boat in the winter.

Mara Quill: I kept mine for the summer.`,
    'I sold my boat',
  ],
  [
    'labels with an ampersand',
    `Hart & Lund: We never slept on that tour.

Mara Quill: I slept on the ferry all winter.`,
    'We never slept',
  ],
  [
    'labels with times',
    `[00:01:12] Jo Hart: I broke the lamp in the chapel.

[00:01:20] Mara Quill: I lit the candle in the chapel.`,
    'I broke the lamp',
  ],
  [
    'labels in capitals on a line of their own',
    `JO HART
I was afraid of the sea as a child.

MARA QUILL
I was never afraid of the sea at all.`,
    'I was afraid of the sea as',
  ],
  [
    'a dash for each speaker',
    `— I thought that the record was too long, Mara Quill.

— I thought that it was too short by half.`,
    'I thought that the record',
  ],
  [
    'questions in italics',
    `_I have heard it four times now. Is it finished, Mara Quill?_

It was finished before I began it.`,
    'I have heard it',
  ],
  [
    'a German talk',
    `Interviewer: Ich habe die Platte verbrannt. Und Sie?

Mara Quill: Ich behalte jedes Band in der Schublade.`,
    'Ich habe die Platte',
  ],
  [
    'a Japanese talk',
    `聞き手：私はそのテープを燃やしました。

Mara Quill：私は全部引き出しに入れています。`,
    '私はそのテープを',
  ],
]

for (const [name, text, others] of forms) {
  t.test(`${name}: words of another person stand in the passage of their source alone`, async (t) => {
    const stored = storeText(1, text, { title: 'A talk' })
    const asked = buildAnswer(1, 'That is so.', { question: 'Is that so?', references: [cite(stored, others)] })
    for (const answers of [[], [asked]]) {
      const { text: page, citations } = await composePage({ artistName: 'Mara Quill', texts: [stored], answers })
      const [first] = citations.filter(({ kind }) => kind === 'original')
      t.ok(first, 'the text has a passage')
      for (const { start, end, kind, quoteStart, quoteEnd } of citations)
        if (kind === 'original') t.equal(page.slice(start, end), text.slice(quoteStart, quoteEnd))
      const at = page.indexOf(others)
      const inside = citations.some(({ kind, start, end }) => kind === 'original' && start <= at && at < end)
      t.ok(at < 0 ? answers.length === 0 : inside, 'quoted where it is cited, as the source prints it')
      t.equal(page.indexOf(others, at + 1), -1, 'and nowhere else')
      t.notMatch(page, /(?:says|said|asks|adds|tells)[,:]? [“"]?That is so/, 'no attribution is made')
    }
  })
}
