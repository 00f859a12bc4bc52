# Steps that several clients share. A client is a script of its own, which runs in an empty folder: it generates a client
# from DOCUMENT, compiles it as strictly as its language can, and holds the sitting SAMPLE. Its last line is the outcome.
# TOOLS keeps what is no package of this repository between two runs.

# FOLDER PACKAGE…: packages of npm in a folder of TOOLS, once.
install_npm() {
  tools="$TOOLS/$1"
  shift
  [ -e "$tools/installed" ] && return
  mkdir -p "$tools"
  npm install --prefix "$tools" --ignore-scripts --no-audit --no-fund "$@" >&2
  touch "$tools/installed"
}

# MODULES: makes the folder a package with these packages.
begin_typescript() {
  ln -s "$1" node_modules
  echo '{"type":"module"}' > package.json
  mkdir generated
}

# PROGRAM: generated code is compiled with the strictest options as well, not only what uses it.
hold_typescript() {
  cp "$PROGRAMS/$1.txt" sitting.ts
  cp "$PROGRAMS/story.txt" story.ts
  cat > tsconfig.json <<'END'
{
  "compilerOptions": {
    "strict": true, "noUncheckedIndexedAccess": true, "noImplicitOverride": true,
    "target": "es2022", "lib": ["es2023", "dom", "dom.iterable", "dom.asynciterable"], "module": "preserve",
    "types": [], "skipLibCheck": true, "noEmit": true
  },
  "include": ["*.ts", "generated"]
}
END
  "$TSC" -p .
  esbuild sitting.ts --bundle --packages=external --format=esm --platform=node --outfile=sitting.mjs --log-level=warning
  node sitting.mjs "$SAMPLE"
}

# FOLDER PACKAGE…: packages of PyPI in a virtual environment of TOOLS, once.
install_python() {
  tools="$TOOLS/$1"
  shift
  [ -e "$tools/installed" ] && return
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet "$@"
  touch "$tools/installed"
}

# PACKAGE PROGRAM: checks the types of the package in `client`, and holds the sitting by it.
hold_python() {
  install_python python-clients httpx==0.28.1 attrs==26.1.0 python-dateutil==2.9.0.post0 \
    types-python-dateutil==2.9.0.20261116 pydantic==2.14.4 urllib3==2.8.0 typing-extensions==4.16.0 \
    lazy-imports==1.2.0 mypy==2.4.1
  # OpenAPI Generator's configuration.py omits a key of its typed dictionary for a server variable without `enum`.
  printf '[mypy]\n[mypy-sittings_generated.configuration]\ndisable_error_code = typeddict-item\n' > mypy.ini
  MYPYPATH=client MYPY_CACHE_DIR="$TOOLS/mypy" "$tools/bin/mypy" -p "$1"
  PYTHONPATH=client "$tools/bin/python" "$PROGRAMS/$2.py" "$SAMPLE"
}

# LANGUAGE FOLDER OPTION…: OpenAPI Generator, from Maven Central.
generate_by_openapi_generator() {
  version=7.25.0
  jar="$TOOLS/openapi-generator-cli-$version.jar"
  [ -e "$jar" ] || mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:$version \
    -DoutputDirectory="$TOOLS" >&2
  language=$1 folder=$2
  shift 2
  java -jar "$jar" generate -i "$DOCUMENT" -g "$language" -o "$folder" "$@" >&2
}

# PROGRAM: the generated code is the module of the folder.
hold_go() {
  mkdir -p cmd/sitting
  cp "$PROGRAMS/story.go" cmd/sitting/story.go
  cp "$PROGRAMS/$1.go" cmd/sitting/main.go
  # The generators leave resolving the imports of their tests to the user.
  go mod tidy
  go build ./...
  go vet ./...
  go run ./cmd/sitting "$SAMPLE"
}

# PROGRAM VERSION MODULE: a program of the Go module proxy, and a module for what it generates.
install_go() {
  tools="$TOOLS/$1-$2"
  [ -e "$tools/$1" ] || GOBIN="$tools" go install "$3@$2"
  printf 'module github.com/sittings/client\n\ngo 1.24\n' > go.mod
}
