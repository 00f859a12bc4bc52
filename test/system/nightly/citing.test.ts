import t from 'tap'
import { languages, testLanguage } from '../../docs/citing/test-language.ts'

t.setTimeout(600_000)

for (const name of Object.keys(languages)) testLanguage(t, name)
