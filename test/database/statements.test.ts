import { loadModule, parseSync } from 'libpg-query'
import t from 'tap'
import { readMigrations } from '#src/database/migrations/files.ts'
import { splitStatements } from '#src/database/migrations/statements.ts'

await loadModule()

t.test('every migration is split as PostgreSQL’s own parser splits it', async (t) => {
  const migrations = readMigrations()
  t.ok(migrations.length > 5)
  for (const { name, sql } of migrations) {
    const statements = splitStatements(sql)
    t.equal(statements.length, parseSync(sql).stmts?.length, name)
    for (const statement of statements) t.equal(parseSync(statement).stmts?.length, 1)
  }
})

t.test('a semicolon in a string, a name, a body or a comment ends no statement', async (t) => {
  const statements = [
    `select ';', 'it''s; so', ";"`,
    `\n-- one; two\ncreate function f() returns int language plpgsql as $body$ begin return 1; end $body$`,
    `\n/* a; b */ select $$;$$`,
  ]
  t.same(splitStatements(`${statements.join(';')};\n-- the end;\n`), statements)
})
