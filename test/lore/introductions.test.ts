import t from 'tap'
import { findIntroductions } from '#src/research/lore/introductions.ts'
import { listParagraphs } from '#src/text/paragraphs.ts'
import { runAtOnce } from '#src/text/time-slices.ts'

const find = (text: string, artistName = 'Mara Quill') =>
  runAtOnce(findIntroductions({ start: 7, text }, runAtOnce(listParagraphs(text)), artistName)).map(({ start, end }) =>
    text.slice(start - 7, end - 7),
  )

t.test('a sentence says who the artist is in many forms and languages, and is quoted whole', async (t) => {
  for (const sentence of [
    'Mara Quill is a singer from Orrin.',
    'Mara Quill (born 1970 in Orrin) is an English pianist and composer.',
    'Quill, the Polish pianist, came to New York in 1911.',
    'Mr. Mara J. Quill, the eminent Polish pianist and composer, was found one morning in the studio.',
    'The English pianist Mara Quill lives in Hull with two cats.',
    'The brilliant young pianist, Mara Quill, was seen in her studio.',
    'Quill is known as composer and pianist, and rarely teaches.',
    'Mara Quill is a singer of "old songs" from Orrin.',
    'In a long conversation with Mara Quill, the eminent pianist and instructor, much was said.',
    'In Hull the pianist Mara Quill, who is from Orrin, is known to all.',
    'Mara Quill ist Sängerin und lebt in Hull.',
    'Mara Quill ist eine englische Pianistin aus Hull.',
    'Die englische Pianistin Mara Quill lebt in Hull.',
    'Mara Quill, die englische Pianistin, lebt in Hull.',
    'Mara Quill es cantante y vive en Cádiz.',
    'La cantante inglesa Mara Quill vive en Cádiz.',
    'Mara Quill, la pianista inglesa, vive en Cádiz.',
    'Mara Quill est une pianiste française de Lyon.',
    'La pianiste anglaise Mara Quill vit à Lyon.',
    'Mara Quill, la chanteuse anglaise, vit à Lyon.',
    'Mara Quill è una cantante italiana di Bari.',
    'La pianista inglese Mara Quill vive a Bari da anni.',
    'Mara Quill, pianista inglese, vive a Bari.',
  ])
    t.same(find(`It rained. ${sentence} The tide was out.`), [sentence])
  t.same(find('森山直子は、イギリスに住むピアニストである。雨だった。', '森山直子'), [
    '森山直子は、イギリスに住むピアニストである。',
  ])
  for (const [name, said] of Object.entries({ 'Jay-Z': 'Jay-Z is a rapper.', Björk: 'Die Sängerin Björk singt.' }))
    t.same(find(said, name), [said])
  t.same(find('Her motto: play. Quill is a singer.'), ['Quill is a singer.'])
  const [shortest] = find('Mara Quill, the English pianist, lives in Hull with two cats. Quill is a singer from Orrin.')
  t.equal(shortest, 'Quill is a singer from Orrin.')
  const long = 'Mara Quill is a singer from '.padEnd(319, 'o')
  t.same([...find(`${long}.`), ...find(`${long}o.`)], [`${long}.`], 'up to 320 characters')
})

t.test('a sentence about another, in a visitor’s voice, or that denies it says nothing of the artist', async (t) => {
  for (const sentence of [
    'Aldous Quill, the Polish pianist, came to New York in 1911.',
    'Aldous Quill is a Polish pianist who came to New York.',
    'The English pianist Aldous Quill lives in Hull with two cats.',
    'Mara Quill, who studied with Hart, the pianist, lives in Hull.',
    'The mother of the pianist Mara Quill, a seamstress, lived in Hull.',
    'La madre de la pianista Mara Quill, costurera, vivía en Cádiz.',
    'Mara Quill’s brother is a pianist and lives in Hull.',
    "The pianist Mara Quill's brother sells fish in Hull.",
    'Mara Quill owns a piano and a pianist’s stool.',
    'Mara Quill is the daughter of a pianist.',
    'Mara Quill is married to a singer.',
    'Mara Quill, hija de un pianista, vive en Cádiz.',
    'Mara Quill, die mit einem Pianisten lebt, kam nach Hull.',
    'Mara Quill war die Schülerin einer Pianistin aus Hull.',
    'Jo Hart married the pianist Mara Quill, and they left.',
    'The teacher of Mara Quill is a pianist from Hull.',
    'Mara Quill is not a singer, and never was one.',
    'Mara Quill is a singer from Orrin, "and a weaver.',
    'I met Mara Quill, the English pianist, in Hull.',
    'Mara Quill is a singer, they say. That is not true.',
    'Mara Quill is a singer, they say.\n\nThat is not true.',
    'Hart rose. “I know her. Mara Quill is a singer of stolen songs. Ask anyone,” he said.',
    'Hart rose. »I know her. Mara Quill is a singer of stolen songs. Ask anyone«, he said.',
    'JO HART: All right. Mara Quill is a singer of stolen songs.',
    'The pianist Quill Hartman lives in Hull.',
  ])
    t.same(find(sentence), [], sentence)
  for (const other of ['The singer Prince Royce lives in Hull.', 'With Duke Prince, the singer, came rain.'])
    t.same(find(other, 'Prince'), [], other)
})
