# Without wrappers a union is an interface that none of its forms implements, and no answer with one can be read.
generate_by_openapi_generator kotlin . \
  --additional-properties=serializationLibrary=gson,generateOneOfAnyOfWrappers=true
cp "$PROGRAMS/kotlin-pom.xml" pom.xml
mkdir -p src/main/kotlin
cp "$PROGRAMS/Sitting.kt" src/main/kotlin/Sitting.kt
# The compiler runs inside Maven: its daemon would outlive the trial.
mvn -q -B -Dkotlin.compiler.daemon=false -DoutputDirectory=needed compile dependency:copy-dependencies >&2
java -cp 'target/classes:needed/*' SittingKt "$SAMPLE"
