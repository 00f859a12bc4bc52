import type { Language } from '#src/text/languages.ts'

/** The few words of a page that are no quotation; `name` is the artist's. */
export type FixedWords = {
  /** The line of a page on which no source says who the artist is. */
  opening: (name: string) => string
  conversation: (year: number | null) => string
  /** Stands before a question, so that it is not taken for the source's above it. */
  question: string
  /** The heading of a further passage of the source that was named last. */
  sameText: string
  sources: string
  post: string
  untitled: string
  corrected: (name: string) => string
  proposedOverview: string
  approvedOverview: (name: string, day: string) => string
  quote: (text: string) => string
}

const withYear = (words: string) => (year: number | null) => (year === null ? words : `${words}, ${year}`)

export const fixedWords: Readonly<Record<Language, FixedWords>> = {
  en: {
    opening: (name) => `What has been printed about ${name}, and what ${name} says.`,
    conversation: withYear('In conversation'),
    question: 'Question:',
    sameText: 'From the same text',
    sources: 'Sources',
    post: 'Post',
    untitled: 'Untitled',
    corrected: (name) => `corrected by ${name}`,
    proposedOverview: 'Overview, written by a language model from the passages below and not approved yet.',
    approvedOverview: (name, day) =>
      `Overview, written by a language model from the passages below and approved by ${name} on ${day}.`,
    quote: (text) => `“${text}”`,
  },
  de: {
    opening: (name) => `Was über ${name} gedruckt wurde, und was ${name} dazu sagt.`,
    conversation: withYear('Im Gespräch'),
    question: 'Frage:',
    sameText: 'Aus demselben Text',
    sources: 'Quellen',
    post: 'Beitrag',
    untitled: 'Ohne Titel',
    corrected: (name) => `berichtigt von ${name}`,
    proposedOverview:
      'Überblick, von einem Sprachmodell aus den folgenden Stellen geschrieben und noch nicht bestätigt.',
    approvedOverview: (name, day) =>
      `Überblick, von einem Sprachmodell aus den folgenden Stellen geschrieben und von ${name} am ${day} bestätigt.`,
    quote: (text) => `„${text}“`,
  },
  es: {
    opening: (name) => `Lo que se ha publicado sobre ${name} y lo que dice ${name}.`,
    conversation: withYear('En conversación'),
    question: 'Pregunta:',
    sameText: 'Del mismo texto',
    sources: 'Fuentes',
    post: 'Publicación',
    untitled: 'Sin título',
    corrected: (name) => `corregido por ${name}`,
    proposedOverview:
      'Resumen, escrito por un modelo de lenguaje a partir de los pasajes siguientes y aún sin aprobar.',
    approvedOverview: (name, day) =>
      `Resumen, escrito por un modelo de lenguaje a partir de los pasajes siguientes y aprobado por ${name} el ${day}.`,
    quote: (text) => `«${text}»`,
  },
  fr: {
    opening: (name) => `Ce qui a été publié sur ${name}, et ce que dit ${name}.`,
    conversation: withYear('En conversation'),
    question: 'Question :',
    sameText: 'Du même texte',
    sources: 'Sources',
    post: 'Publication',
    untitled: 'Sans titre',
    corrected: (name) => `corrigé par ${name}`,
    proposedOverview: 'Aperçu, écrit par un modèle de langage d’après les passages suivants, pas encore approuvé.',
    approvedOverview: (name, day) =>
      `Aperçu, écrit par un modèle de langage d’après les passages suivants et approuvé par ${name} le ${day}.`,
    quote: (text) => `« ${text} »`,
  },
  it: {
    opening: (name) => `Ciò che è stato pubblicato su ${name}, e ciò che dice ${name}.`,
    conversation: withYear('In conversazione'),
    question: 'Domanda:',
    sameText: 'Dallo stesso testo',
    sources: 'Fonti',
    post: 'Post',
    untitled: 'Senza titolo',
    corrected: (name) => `corretto da ${name}`,
    proposedOverview: 'Panoramica, scritta da un modello linguistico dai passi seguenti e non ancora approvata.',
    approvedOverview: (name, day) =>
      `Panoramica, scritta da un modello linguistico dai passi seguenti e approvata da ${name} il ${day}.`,
    quote: (text) => `«${text}»`,
  },
  ja: {
    opening: (name) => `${name}について書かれたことと、${name}自身の言葉。`,
    conversation: (year) => (year === null ? '対話から' : `対話から（${year}年）`),
    question: '質問：',
    sameText: '同じ文章より',
    sources: '出典',
    post: '投稿',
    untitled: '無題',
    corrected: (name) => `${name}による訂正`,
    proposedOverview: '概要（以下の文章をもとに言語モデルが作成、未承認）',
    approvedOverview: (name, day) => `概要（以下の文章をもとに言語モデルが作成、${day}に${name}が承認）`,
    quote: (text) => `「${text}」`,
  },
}
