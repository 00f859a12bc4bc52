import t from 'tap'
import { openEnvironment } from '../environment.ts'
import { raceFinishes, raceOffers, raceRevises } from '../races.ts'
import { openServices, patient } from '../service.ts'

const environment = await openEnvironment(t)
const actors = await openServices(environment, 2, patient)

t.test('200 offers on one ordinal at two services are one question', (t) => raceOffers(t, environment, actors, 200))

t.test('64 writers at two services make one chain of versions', (t) => raceRevises(t, environment, actors, 10_000))

t.test('finishes at two services beside offers and answers are one finish', (t) =>
  raceFinishes(t, environment, actors, 1_000),
)
