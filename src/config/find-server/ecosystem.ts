/** A program of a project that may be its server. */
export interface Program {
  /** Name by which people call it. */
  readonly name: string;
  /** Name of the project in its manifest. */
  readonly project?: string | undefined;
  /** Command line that starts it in the working directory. */
  readonly server: string;
  /** Manifest and entry, for people. */
  readonly from: string;
  /** The file that has to be there before it starts: the build makes it, or the checkout has it. */
  readonly program: string;
  readonly build?: string | undefined;
  /** Its manifest says that it is the one to run. */
  readonly isDefault?: boolean;
}

/** A step of a workflow that brings what a build calls. */
export type ToolchainStep =
  | { readonly run: string }
  | {
      readonly uses: string;
      /** Inputs by name. A value that starts with `file:` names a file of the project, seen from its directory. */
      readonly with: Readonly<Record<string, string | number | boolean>>;
    };

/** Finds, builds and prepares the projects of one language. */
export interface Ecosystem {
  /** Describes to people how a project declares a program. */
  readonly manifest: string;
  isAt(directory: string): boolean;
  find(directory: string): readonly Program[];
  /** Returns what makes a fresh checkout ready where no program is named. */
  build?(directory: string): string | undefined;
  /** Returns what a runner lacks; nothing where every image has it. */
  toolchain(directory: string): readonly ToolchainStep[];
}
