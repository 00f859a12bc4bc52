install_npm kubb-4.39.3 @kubb/cli@4.39.3 @kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 \
  @kubb/plugin-client@4.39.3
begin_typescript "$tools/node_modules"
# Its alias for generated import names does not work in Node, which wants extensions. It formats with what it finds on
# the machine, at twice the time; the code would differ from one machine to the next.
cat > kubb.config.mjs <<'END'
import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: process.env.DOCUMENT },
  output: { path: 'generated', clean: true, format: false, lint: false, extension: { '.ts': '.js' } },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
})
END
node_modules/.bin/kubb generate --config kubb.config.mjs >&2
hold_typescript kubb
