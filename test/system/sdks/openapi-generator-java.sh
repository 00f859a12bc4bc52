# The interface refuses an empty list of kinds, which the generator's Java would send for an unset one.
generate_by_openapi_generator java . --library native \
  --additional-properties=containerDefaultToNull=true,disallowAdditionalPropertiesIfNotPresent=false
# Without the generated tests, which are empty, and the documentation.
build() { mvn -q -B -Dmaven.test.skip=true -Dmaven.javadoc.skip=true "$@" >&2; }
build package
build dependency:copy-dependencies -DoutputDirectory=needed
javac -encoding UTF-8 -Werror -cp 'target/classes:needed/*' -d sitting "$PROGRAMS/Sitting.java"
java -cp 'sitting:target/classes:needed/*' Sitting "$SAMPLE"
