import { ConfigError } from "../../errors.ts";
import type { Arm, LaunchSpec, Plan } from "../../plan/plan.ts";
import type { RecordProgram } from "../../record/record.ts";
import { clientCall } from "../../server/process/container.ts";
import type { RunningServer, ServerIdentity } from "../../server/protocol/session.ts";
import { codeAmong } from "./command-line.ts";
import { programReader, type ReadPrograms } from "./processes.ts";
import { type Places, type Program, programOf, programPath, realPath } from "./program.ts";

/** The folder of a commit for each side; absent where nothing tells which files belong to whom. */
export type Checkouts = Readonly<Record<"head" | "base", string>>;

/** Base and head run the same program, or only base its own. */
export class SameProgramError extends ConfigError {}

/** Programs that the arms ran in their first launches: two arms with the same one are not a comparison. */
export class Programs {
  readonly #read: ReadPrograms;
  readonly #checkouts: Checkouts | undefined;
  readonly #arms: Plan["arms"];
  readonly #found = new Map<string, Program>();

  constructor(
    { arms }: Pick<Plan, "arms">,
    {
      read = programReader(process.platform),
      checkouts,
    }: { read?: ReadPrograms; checkouts?: Checkouts | undefined } = {},
  ) {
    this.#read = read;
    this.#arms = arms;
    this.#checkouts = checkouts && { head: realPath(checkouts.head), base: realPath(checkouts.base) };
  }

  /** Looks at a server that has answered; does nothing for an arm that is known or is compared with no other commit. */
  async add(arm: Arm, server: RunningServer, identity: ServerIdentity): Promise<void> {
    const { side, id, launch } = arm;
    if (!this.#checkouts || this.#found.has(id) || !this.#partnerOf(arm)) return;
    const places = { own: this.#checkouts[side], others: Object.values(this.#checkouts) };
    this.#found.set(id, await this.#programOf(launch, { server, identity, places }).catch(() => ({ kind: "unknown" })));
  }

  async #programOf(launch: LaunchSpec, { server, identity, places }: Launched): Promise<Program> {
    const { command, args } = launch;
    if (command === undefined) return addressOf(server, identity);
    if (clientCall({ command, args })) return imageOf(launch, { server, places });
    if (server.pid === undefined) return { kind: "unknown" };
    return programOf(await this.#read(server.pid), launch, places);
  }

  /**
   * Throws SameProgramError where two arms that are compared run the same program, or only base its own. Where only head does,
   * as when a change starts to build what was released, that is a doubt: nothing that this commit can do would mend base.
   */
  check(): void {
    for (const { head, base } of this.#pairs()) {
      if (base.arm.launch.sameProgram) continue;
      const relation = relationOf(head.program, base.program);
      const [inHead, inBase] = [nameOf(head.program), nameOf(base.program)];
      if (relation === "same")
        throw sameProgram(head, `base and head run the same program, so no change could show: ${inHead}`);
      if (relation === "one-sided" && head.program.kind !== "own")
        throw sameProgram(
          head,
          `head runs ${inHead}, which is no file of its checkout, while base runs its own ${inBase}`,
        );
    }
  }

  /** Returns what the record says of an arm; undefined where it was not looked at. */
  of(id: string): RecordProgram | undefined {
    const program = this.#found.get(id);
    if (!program) return undefined;
    const pair = this.#pairs().find(({ head, base }) => head.arm.id === id || base.arm.id === id);
    const isUnclear = pair && relationOf(pair.head.program, pair.base.program) !== "proven";
    return {
      kind: program.kind,
      ...("name" in program ? { name: program.name.slice(0, longestName) } : {}),
      ...(isUnclear ? { doubt: pair.base.arm.launch.sameProgram ? "allowed" : "unclear" } : {}),
    };
  }

  #pairs(): { readonly head: SeenProgram; readonly base: SeenProgram }[] {
    return this.#arms.flatMap((arm) => {
      const partner = arm.side === "head" ? this.#partnerOf(arm) : undefined;
      const [head, base] = [this.#found.get(arm.id), partner && this.#found.get(partner.id)];
      return head && base && partner ? [{ head: { arm, program: head }, base: { arm: partner, program: base } }] : [];
    });
  }

  #partnerOf({ side, variant }: Arm): Arm | undefined {
    const other = side === "head" ? "base" : "head";
    return this.#arms.find((arm) => arm.side === other && arm.variant === variant);
  }
}

const longestName = 200;

interface Launched {
  readonly server: RunningServer;
  readonly identity: ServerIdentity;
  readonly places: Places;
}

interface SeenProgram {
  readonly arm: Arm;
  readonly program: Program;
}

/** Credentials may stand in the query. */
function addressOf({ url }: RunningServer, { name, version }: ServerIdentity): Program {
  if (!url) return { kind: "unknown" };
  return { kind: "address", name: `${url.origin}${url.pathname}`, identity: JSON.stringify([url.href, name, version]) };
}

/** An image that `build` has named in a file of the checkout is the checkout's own, and so is one that runs files of it. */
async function imageOf({ imageIdFile }: LaunchSpec, { server, places }: Omit<Launched, "identity">): Promise<Program> {
  const image = await server.image?.();
  if (imageIdFile !== undefined) return programPath(imageIdFile, places);
  if (!image) return { kind: "unknown" };
  const [program = "", ...args] = image.words;
  for (const word of [program, ...codeAmong(args)]) {
    const mounted = word.startsWith("/") ? programPath(word, places) : undefined;
    if (mounted?.kind === "own") return mounted;
  }
  const { id, reference } = image;
  const name = `${reference} ${id.replace(/^sha256:/, "").slice(0, 12)}`.trim();
  return { kind: "image", name, identity: id, reference };
}

/** Relates two compared arms. Files of both checkouts may be equal: the change did not touch them. */
function relationOf(head: Program, base: Program) {
  if (head.kind === "own" && base.kind === "own") return "proven";
  if (head.kind === "unknown" || base.kind === "unknown") return "unclear";
  if (head.kind === "own" || base.kind === "own")
    return head.kind === "elsewhere" || base.kind === "elsewhere" ? "one-sided" : "unclear";
  if (head.kind !== base.kind) return "unclear";
  if (head.identity !== base.identity) return head.kind === "elsewhere" ? "unclear" : "proven";
  // Images that `build` has tagged for each commit are equal where the change does not touch them.
  return head.kind === "image" && base.kind === "image" && head.reference !== base.reference ? "unclear" : "same";
}

const allow =
  "or set `same_program: true` under `server` where this is meant: that holds once it is merged, as base's configuration decides";

function sameProgram({ program, arm: { variant } }: SeenProgram, found: string): SameProgramError {
  return new SameProgramError(found, {
    where: variant === undefined ? "server" : `variants.${variant}`,
    expected: "a program of each commit's own checkout",
    fix: `${fixes[program.kind] ?? startOwn}, ${allow}`,
  });
}

function nameOf(program: Program): string {
  return "name" in program ? program.name : "an unknown program";
}

const startOwn =
  "start a file of the checkout by a relative path, such as `node dist/server.js` or `.venv/bin/server`, which `build` makes there";

const fixes: Partial<Record<Program["kind"], string>> = {
  image: "let `build` write the id of the image that it makes into a file, and name it in `server.image.id_file`",
  address: "measure one address per commit, or the stored baseline (`compare-ref: none`)",
};
