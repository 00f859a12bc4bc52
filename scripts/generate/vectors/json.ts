import { toCanonicalJson } from '#src/text/canonical.ts'
import { computeSha256 } from '#src/text/revisions.ts'

const raw = String.raw

/** JSON texts in various spellings. */
const documents: readonly (readonly [name: string, json: string])[] = [
  ['white space', ' { "b" : [ 1 ,\t2 ] ,\n"a" : null } '],
  ['an empty object, list and string', '{"o":{},"l":[],"s":""}'],
  ['literals', '[true,false,null]'],
  [
    'names by UTF-16 code units, not code points',
    raw`{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"\r":4,"1":5,"\u00f6":6,"\u0080":7}`,
  ],
  ['names that begin alike', '{"aa":1,"a":2,"":3,"A":4,"a\\u0000":5,"a ":6}'],
  ['names that look like numbers', '{"10":1,"9":2,"1":3,"-1":4,"01":5}'],
  ['names composed and decomposed are two', raw`{"e\u0301":1,"\u00e9":2}`],
  ['a name that some languages treat apart', '{"__proto__":1,"constructor":2,"toString":3}'],
  ['order of a list stays', '[3,1,2,"b","a"]'],
  ['nested objects are sorted, each for itself', '{"z":{"b":1,"a":{"d":1,"c":2}},"y":[{"b":1,"a":2}]}'],
  ['escapes with a letter', raw`"\b\t\n\f\r\"\\"`],
  ['escapes without one, in lower case', raw`"\u0000\u0001\u000B\u000e\u001F"`],
  ['escaped without need', raw`"\/\u0041\u007f\u0080\u2028\u2029\u00e9\ud83d\ude00"`],
  ['noncharacters and the byte order mark stand as they are', raw`"\ufffe\uffff\ufdd0\ufeff\ud83f\udffe"`],
  ['nothing is normalised', raw`["\u00c5","A\u030a","\u212b","\ufb01"]`],
  ['line ends', raw`"a\r\nb\rc\n"`],
  ['integers', '[0,-0,1,-1,9007199254740991,-9007199254740991,2147483647]'],
  [
    'fractions and exponents',
    '[4.50,1E30,2e-3,1e21,1e20,123456789012345680000,0.000001,1e-7,1.0,100e-2,333333333.33333329]',
  ],
  [
    'an audit event\u2019s details',
    raw`{"number":2,"note":"Exactly: \u201cM\u00e4rz\u201d","skipped":["0197a3c0-5d1e-7c44-9b10-2f60c1a7e002"]}`,
  ],
]

export const buildCanonicalVectors = () =>
  documents.map(([name, json]) => {
    const canonical = toCanonicalJson(JSON.parse(json))
    return { name, json, canonical, sha256: computeSha256(canonical) }
  })

/** JSON without a canonical form here. */
export const buildRefusedVectors = () => [
  { name: 'half a pair in a string', json: raw`"\ud83d"` },
  { name: 'half a pair in a name', json: raw`{"\ude00":1}` },
  { name: 'halves in the wrong order', json: raw`["\ude00\ud83d"]` },
]

/** Doubles by their bits, most significant first. */
const doubles = [
  ...['0000000000000000', '8000000000000000', '0000000000000001', '8000000000000001', '7fefffffffffffff'],
  ...['4340000000000000', '4430000000000000', '44b52d02c7e14af5', '44b52d02c7e14af6', '44b52d02c7e14af7'],
  ...['444b1ae4d6e2ef4e', '444b1ae4d6e2ef4f', '444b1ae4d6e2ef50', '3eb0c6f7a0b5ed8c', '3eb0c6f7a0b5ed8d'],
  ...['41b3de4355555553', '41b3de4355555557', 'becbf647612f3696', '43143ff3c1cb0959', '3ff8000000000000'],
]

export const buildNumberVectors = () =>
  doubles.map((bits) => ({ bits, canonical: toCanonicalJson(Buffer.from(bits, 'hex').readDoubleBE()) }))
