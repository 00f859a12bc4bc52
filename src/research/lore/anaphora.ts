import { joinPattern } from './pattern.ts'
import { musicians } from './professions.ts'

/** Words that point at what was said before, where a sentence begins with them. */
const backReferringWords = new Set(
  (
    'he she they him them his hers their theirs its then so but and or also yet both such another ' +
    'other others either neither nor too ' +
    'however moreover instead still thus hence therefore otherwise again furthermore besides ' +
    'meanwhile afterwards afterward likewise ' +
    'similarly accordingly consequently nevertheless nonetheless next second secondly third thirdly ' +
    'finally lastly not no yes yeah yep nope well ' +
    'true oh ah exactly absolutely precisely certainly sure same later here soon plus anyway because which ' +
    'whose whereas hers this that these those'
  ).split(' '),
)

/** Phrases that refer to a text around them, wherever they occur. */
const referring = joinPattern(
  'iu',
  String.raw`\b(?:(?<!\bof )(?:his|hers|theirs)(?=[,.;!?])|the (?:latter|former|reverse|opposite|contrary|following|above|same|ones?|others?|`,
  'other (?:one|hand|two|man|woman)|two|three|said|rest(?! of))|(?:this|that|such|second|other|',
  'another|good|new|old) (?:an? )?ones?|above[- ]mentioned|aforesaid|mentioned above|as (?:I|',
  String.raw`you|we) (?:said|say|mentioned|suggest|see|know|justly|remark|have)\b|`,
  'I (?:have )?(?:mentioned|spoken? of|referred to)|I have (?:said|referred)|referred to|',
  String.raw`just now|(?:did|do|does|done|doing) (?:so|that|this|it)|such (?!as\b|an?\b|and\b|that\b|`,
  String.raw`or\b)\p{L}+|such an? \p{L}+(?=[,.;:!?]|\s(?:is|was|in|of|to|for|must|should|will|would|can|`,
  String.raw`has|had)\b)|in (?:that|this) (?:way|manner|case|respect|fashion|sense)|for (?:this|that)|`,
  'to (?:this|that) end|more than this|(?:all|of|in|at|by|with|from|on|after|before|since|',
  String.raw`until|about|like|and) (?:that|this)\b(?! is\b)|you (?:ask|suggest|mention|wish|say|said|`,
  'asked|want to know)|to return|(?:since|by|until|from|till) then|(?:with|of|like|on|in|to|',
  String.raw`have|own|had|has|buy|bought) one(?=[,.;!?]| and\b)|as you\b|that (?:kind|sort|time|way|`,
  String.raw`point|day|moment|place|period|sense|year|evening|night|case)\b(?! (?:when|of (?:the|a|my|`,
  String.raw`our|his|her)))|lots? of (?:it|them)|once more)\b|\bthat(?=[,.;!?)]|$)`,
)

/** "This" and "these" with or without a noun: only what is spoken or written around them says which. */
const demonstrative =
  /\b(?:this|these)\b(?!\s+days\b)|\bthose\b(?!\s+(?:who|whom|which|that|of|with|in|days when|years when)\b)/iu

/** A definite thing that a sentence does not name: "The record came out in May." */
const unnamed = joinPattern(
  'u',
  String.raw`^["“‘(]*(?:The|These|Those)\s+(?:(?:whole|first|second|third|next|last|new|old|final|other|`,
  String.raw`entire|latter)\s+)?(?:record|album|song|single|tour|video|band|piece|work|passage|concert|`,
  'show|recital|performance|book|story|idea|result|reason|question|answer|point|principle|',
  'exercise|effect|method|plan|place|house|man|woman|boy|girl|name|title|lyrics?|sessions?|',
  'label|project|film|critics?|player|student|pupil|teacher|conversation|interview|reply|',
  'trouble|problem|thing|difference|playing|rest|two|three|four|visitors?|visitor|writer|',
  'author|composition|tapes?|recordings?|instrument|audience|group|others|process|',
  String.raw`experience|remembrance|exhibition|latter)\s+(?:was|were|is|are|has|had|came|comes|went|goes|`,
  'took|takes|will|would|also|then|began|begins|ended|got|gets|sold|won|sounds?|made|makes|',
  'gave|gives|seems?|seemed|looked|looks|lasted|did|does|should|must|can|could|may|might|who|',
  String.raw`which|that|naturally|played|brought|turned)\b`,
)

const persons =
  'man woman boy girl father mother sister brother teacher pupil student player artist friend ' +
  'child son daughter husband wife uncle aunt grandfather grandmother master person one neighbour neighbor ' +
  'painter poet baby kid mum dad lady gentleman engineer cousin nobody everybody someone somebody everyone anyone'
const singularPerson = new RegExp(
  String.raw`\b(?:${musicians}|${persons.split(' ').join('|')})(?:'s|’s)?\b|(?<=\S\s)\p{Lu}\p{Ll}+`,
  'u',
)
const plural =
  /\b(?:people|men|women|children|folk|parents|few|many|some|most|both|all|others|\p{L}+[^s\W]s)\b|\band\b/u

/**
 * Whether a sentence needs the one before it: it begins with a word that points back, names a thing by "the" or "this"
 * alone, or has a pronoun without a person it could mean. Its first word decides most; errors lean towards needing.
 */
export function needsContext(text: string): boolean {
  const plain = simplify(text)
  if (beginsWithBackReference(plain) || hasOnesWithoutNoun(plain)) return true
  if (referring.test(plain) || demonstrative.test(plain) || unnamed.test(plain)) return true
  return isFragment(listWords(plain)) || hasUnnamedReferent(plain)
}

const simplify = (text: string): string => text.replaceAll(/[_*]/g, '').replaceAll('’', "'")
const listWords = (text: string): string[] => text.match(/[\p{L}\p{N}'-]+/gu) ?? []

/** Whether a sentence begins with words that join it to the one before. */
export function beginsWithBackReference(text: string): boolean {
  const plain = simplify(text)
  const words = listWords(plain)
  const [first = '', second = ''] = words.map((word) => word.toLowerCase())
  if (backReferringWords.has(first) && !/^(?:not|no) (?:long|far|only|one|small|less)$/.test(`${first} ${second}`))
    return true
  if ((first === 'it' || first === "it's") && !isExpletive(plain)) return true
  if (first === 'there' && !/^(?:is|are|was|were|has|have|had|must|will|can|may|seems?|used|comes?)$/.test(second))
    return true
  if (first === 'for' && /^(?:i|we|he|she|it|they|you|this|that|example|instance)$/.test(second)) return true
  if (connective.test(plain)) return true
  if (
    first === 'as' &&
    (second === 'for' || second === 'to') &&
    /^as (?:for|to) (?:the|a|an|that|those|these|it)\b/iu.test(plain.replace(/^[^\p{L}]+/u, ''))
  )
    return true
  // Other words have capitals and the first has none: it begins inside a sentence.
  return (
    !/^["“‘(«]*[\p{Lu}\p{N}\p{Lo}]/u.test(plain) &&
    words.some((word) => /^\p{Lu}\p{Ll}/u.test(word)) &&
    !/^["“‘(«]*\p{Ll}\p{Lu}/u.test(plain)
  )
}

/** "Realizing, however, that it pays little": a word that joins a sentence to the one before it, further inside. */
const connective = joinPattern(
  'iu',
  String.raw`^["“‘(]*[^,.;:]{1,40},\s(?:however|therefore|then|too|moreover|nevertheless|furthermore|likewise|`,
  String.raw`for (?:example|instance)|on the (?:other hand|contrary)|in turn|of course)\b(?=,|\s\w+ed\b)|`,
  String.raw`^["“‘(]*(?:on the way|from|over|up|down|out|back) there\b|`,
  String.raw`^["“‘(]*(?:first|then|next),? (?:some|a few|an?)\b|\bas \p{L}+ly\b(?! as\b)|`,
  String.raw`^["“‘(]*(?:in (?:fact|short|other words|my own case)|for myself|you see|I (?:was|had|were) then|after all|at any rate|as a result|to be sure)\b|`,
  String.raw`\bwhat (?:happen|came?|follow)(?:s|ed)? (?:afterwards?|next|then)\b|`,
  String.raw`^["“‘(]*(?:Even (?:here|there|then|now|so)|First,? I|I do not mean|For (?:the )?(?:more|less) \p{L}+ \p{L}+s)\b|`,
  String.raw`^["“‘(]*(?:My|Our|His|Her|The) (?:subsequent|next|later|further|previous|former|second|other)\b|`,
  String.raw`\bthe (?:next|following|same) (?:day|morning|evening|night|week|year)\b|`,
  String.raw`^["“‘(]*[^.;:]{1,90}\s(?<!\b(?:I|we|We)\s)(?:is|was|were|are) also\b|`,
  String.raw`^["“‘(]*(?:Unluckily|Luckily|Unfortunately|Fortunately|Happily|Unhappily|Subsequently)\b|`,
  String.raw`^["“‘(]*(?:In|With) regard to [^,;.]{1,60}\.$|\bany (?:part|bar|note|page) of it\b|`,
  String.raw`\bthe (?:advice|offer|suggestion|news|proposal|invitation|incident|request|remark|affair|quarrel|argument)\b(?!\s(?:of|that|to|from|about|for|`,
  String.raw`which|who|I|he|she|they|we|in|at|between|with)\b)`,
)

/** "There are newer ones": of what, a plural before it says. */
function hasOnesWithoutNoun(text: string): boolean {
  const at = text.search(/\bones\b/iu)
  return at >= 0 && !/\p{L}{3}s\b/u.test(text.slice(0, at))
}

const expletive = joinPattern(
  'iu',
  String.raw`^["“‘(]*It(?:'s| is| was| seems| has been| would be| will be| may be| might be| takes| took|`,
  String.raw` can be| must be)\s+(?:(?:not|very|so|always|often|quite|rather|almost|perhaps|indeed|only|`,
  'just|never|too|most|more|really|absolutely|never|hard|easy|an?|my|the|',
  String.raw`to)\s+)*[\p{L}' -]{0,60}?\b(?:to|that|who|when|how|if|before|since|until|for)\b`,
)

/** "It is difficult to say": an "it" that means nothing. */
const isExpletive = (text: string) => expletive.test(text)

/** "My grandmother's wedding march.": a few words without a verb answer a question that is not there. */
const fragmentWords = 6
/** "From the old sexton of a village by the sea, in exchange for a bicycle." */
const phraseWords = 16
const preposition = /^(?:From|With|Without|By|In|On|At|Of|About|Under|Through|Between|For)$/
const verbOrPronoun =
  /^(?:am|is|are|was|were|be|has|have|had|do|does|did|can|could|will|would|may|might|must|i|we|he|she|they|it|you|who|\p{L}+(?:ed|n't))$/iu
const irregularVerb = new Set(
  (
    'made came went took gave got saw heard sang wrote left kept said told knew met felt found lost won died sold ' +
    'bought began became grew ran sat stood taught thought brought built put set let read drove spoke broke chose ' +
    'fell sent spent held led hung slept swore rose threw lay slid'
  ).split(' '),
)

const isFragment = (words: readonly string[]): boolean =>
  words.length <= (preposition.test(words[0] ?? '') ? phraseWords : fragmentWords) &&
  !words.some((word) => verbOrPronoun.test(word) || irregularVerb.has(word) || /^\p{Ll}.*[^s']s$/u.test(word))

/** "When she was young, Varga left": the name comes after the pronoun. */
const isNamedAfter = (text: string, at: number): boolean =>
  /^["“‘(]*(?:When|While|As|After|Before|Although|Though|Until|Since|Once|At|In|Throughout|During)\b/.test(text) &&
  /,\s(?:\p{Lu}\p{Ll}+\s)*\p{Lu}\p{Ll}+\s\p{Ll}/u.test(text.slice(at))

const beforeExpletive = joinPattern(
  'iu',
  String.raw`\b(?:that|as|if|when|think|believe|find|feel|and|but|consider|made|makes|make|because|`,
  String.raw`though|although|while|where|what)\s$`,
)

/** "The boy cannot yet know": a person whom only what was said before can mean. */
const definitePerson = joinPattern(
  'iu',
  String.raw`\bthe (?:boy|girl|man|woman|lady|gentleman|fellow|stranger|`,
  String.raw`(?:young|little|old) (?:boy|girl|man|woman|lady|fellow|composer|pianist|artist|singer|player|musician|teacher|master))\b`,
  String.raw`(?!\s(?:who|whom|whose|in|of|on|with|from|next|at|I|we|he|she|that|then|named|called|behind|beside)\b)`,
)

const personPronoun = /\b(?:he|she|him|her|his|hers|himself|herself)\b/iu

export const namesPerson = (text: string): boolean => singularPerson.test(text)

/** Whether "she" or "him" occurs before any person that it could mean. */
export function lacksPerson(text: string): boolean {
  const person = personPronoun.exec(text)
  return person !== null && !singularPerson.test(text.slice(0, person.index)) && !isNamedAfter(text, person.index)
}

/** "I go over the work": which, only what was said before can mean. */
const definiteThing = joinPattern(
  'iu',
  String.raw`\bthe (work|piece|composition|passage|condition|method|exercise)\b(?!\s(?:of|that|which|in|by|to|from|on|I|we|itself)\b|['-])`,
)

/** Whether a thing of the closed list is named as known before it is named. */
function namesKnownThing(text: string): boolean {
  const thing = definiteThing.exec(text)
  return (
    thing !== null &&
    !text
      .slice(0, thing.index)
      .toLowerCase()
      .includes(thing[1]?.toLowerCase() ?? '')
  )
}

/** Whether a pronoun or a definite person has nothing before it in the sentence that it could mean. */
function hasUnnamedReferent(text: string): boolean {
  const definite = definitePerson.exec(text)
  if (definite !== null && !singularPerson.test(text.slice(0, definite.index))) return true
  return namesKnownThing(text) || hasUnresolvedPronoun(text)
}

/** Whether a pronoun occurs before anything that it could mean. */
export function hasUnresolvedPronoun(text: string): boolean {
  if (lacksPerson(text)) return true
  const group = /\b(?:they|them|their|theirs|themselves)\b/iu.exec(text)
  if (group !== null && !plural.test(text.slice(0, group.index))) return true
  // Two units for two: the offset is used in `text`.
  const thing = /\b(?:it|its|itself)\b/iu.exec(text.replace(/^(["“‘(]*)It\b/u, '$1..'))
  if (thing === null) return false
  const before = text.slice(0, thing.index)
  if (beforeExpletive.test(before) && isExpletive(`It${text.slice(thing.index + 2)}`)) return false
  return (
    (before.match(/[\p{L}'-]+/gu) ?? []).length < 4 ||
    !/\b(?:an?|the|my|our|his|her|their|your|any|every|each|one|no|some|music|\p{Lu}\p{Ll}+)\b/u.test(before)
  )
}
