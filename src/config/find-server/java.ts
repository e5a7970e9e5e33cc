import path from "node:path";
import type { Ecosystem, Program } from "./ecosystem.ts";
import { foldersAbove, has, pathBetween, readText, word } from "./manifest.ts";

/** Projects of Java and Kotlin, with Gradle or Maven. */
export const java: Ecosystem = {
  manifest: "an application in build.gradle or pom.xml",
  isAt: (directory) => ["build.gradle", "build.gradle.kts", "pom.xml"].some((name) => has(directory, name)),
  find: (directory) => [...gradle(directory), ...maven(directory)],
  toolchain(directory) {
    const version = has(directory, ".java-version")
      ? { "java-version-file": "file:.java-version" }
      : { "java-version": 21 };
    return [
      {
        uses: "actions/setup-java@b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0",
        with: { distribution: "temurin", ...version },
      },
    ];
  },
};

/** A wrapper of the project, seen from the directory, or else the program that an image has. */
function wrapper(directory: string, { own, program }: { own: string; program: string }): string {
  const folder = [directory, ...foldersAbove(directory)].find((folder) => has(folder, own));
  if (folder === undefined) return program;
  const between = pathBetween(directory, folder);
  return word(between === "." ? `./${own}` : `${between}/${own}`);
}

function gradle(directory: string): Program[] {
  const manifest = ["build.gradle.kts", "build.gradle"].find((name) => has(directory, name));
  if (manifest === undefined) return [];
  const script = readText(directory, manifest) ?? "";
  const settings = readText(directory, "settings.gradle.kts") ?? readText(directory, "settings.gradle") ?? "";
  const name = /^rootProject\.name\s*=\s*["']([^"']+)/m.exec(settings)?.[1] ?? path.basename(directory);
  const build = `${wrapper(directory, { own: "gradlew", program: "gradle" })} --no-daemon --quiet`;
  const made = { name, project: name, from: `${manifest}: ${name}` };
  if (/\bid[ (]*["']application["']|^\s*application\s*$|apply plugin: *["']application["']/m.test(script)) {
    const program = `build/install/${name}/bin/${name}`;
    return [{ ...made, program, server: word(program), build: `${build} installDist` }];
  }
  const jar = jars.find(({ plugin }) => plugin.test(script));
  if (jar === undefined) return [];
  const properties = readText(directory, "gradle.properties") ?? "";
  const version =
    /^version\s*=?\s*["']([^"']+)["']/m.exec(script)?.[1] ?? /^version=(.*)$/m.exec(properties)?.[1]?.trim();
  const program = `build/libs/${[name, ...(version === undefined ? [] : [version])].join("-")}${jar.ending}.jar`;
  return [{ ...made, program, server: `java -jar ${word(program)}`, build: `${build} ${jar.task}` }];
}

/** Plugins that pack a program with all it needs. */
const jars = [
  { plugin: /["']org\.springframework\.boot["']|spring[.-]?boot\)/i, task: "bootJar", ending: "" },
  { plugin: /["']com\.(?:github\.johnrengelman|gradleup)\.shadow["']/, task: "shadowJar", ending: "-all" },
];

function maven(directory: string): Program[] {
  const pom = readText(directory, "pom.xml");
  if (pom === undefined) return [];
  const head = ["parent", "dependencies", "dependencyManagement", "build", "profiles"].reduce(without, pom);
  const name = elementOf(head, "artifactId");
  const version = elementOf(head, "version") ?? elementOf(elementOf(pom, "parent") ?? "", "version");
  const packed = packers.find(({ plugin }) => pom.includes(`<artifactId>${plugin}</artifactId>`));
  if (name === undefined || packed === undefined) return [];
  const around = readText(path.dirname(directory), "pom.xml") ?? "";
  const filledIn = (text: string) =>
    text.replace(/\$\{([\w.-]+)\}/g, (found, property: string) => {
      if (property === "project.artifactId") return name;
      if (property === "project.version") return version ?? found;
      return elementOf(pom, property) ?? elementOf(around, property) ?? found;
    });
  const finalName = elementOf(elementOf(pom, "build") ?? "", "finalName") ?? `${name}-${version}`;
  const program = packed.program ?? `target/${filledIn(filledIn(finalName))}${packed.ending}.jar`;
  const module = path.basename(directory);
  const maven = wrapper(directory, { own: "mvnw", program: "mvn" });
  const place = around.includes(`<module>${module}</module>`)
    ? ` --file .. --projects ${word(module)} --also-make`
    : "";
  return [
    {
      name,
      project: name,
      from: `pom.xml: ${name}`,
      program,
      server: `java -jar ${word(program)}`,
      build: `${maven} --quiet --batch-mode -DskipTests${place} package`,
    },
  ];
}

const packers = [
  { plugin: "quarkus-maven-plugin", program: "target/quarkus-app/quarkus-run.jar" },
  { plugin: "spring-boot-maven-plugin", ending: "" },
  { plugin: "maven-shade-plugin", ending: "" },
  { plugin: "maven-assembly-plugin", ending: "-jar-with-dependencies" },
];

/** Returns what stands in the first element of a name. */
function elementOf(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name}>`);
  const to = xml.indexOf(`</${name}>`, from);
  return from < 0 || to < 0 ? undefined : xml.slice(from + name.length + 2, to).trim();
}

/** Returns the text without its elements of a name, up to the last of them. */
function without(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}>`);
  const to = xml.lastIndexOf(`</${name}>`);
  return from < 0 || to < from ? xml : `${xml.slice(0, from)}${xml.slice(to)}`;
}
