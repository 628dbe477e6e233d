import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Says whether a source would compile with a fault in it: the compiler is a test as well, and what it refuses is no mutant. */
export class Compiler {
  private readonly options: ts.CompilerOptions;
  private readonly changed = new Map<string, { text: string; version: number }>();
  private readonly service: ts.LanguageService;
  private version = 0;

  constructor(private readonly root: string) {
    const config = ts.parseJsonConfigFileContent(
      ts.readConfigFile(path.join(root, 'tsconfig.build.json'), (file) => ts.sys.readFile(file)).config,
      ts.sys,
      root,
    );
    this.options = { ...config.options, incremental: false, declaration: false };
    delete this.options.tsBuildInfoFile;
    this.service = ts.createLanguageService({
      fileExists: (file) => ts.sys.fileExists(file),
      readFile: (file) => ts.sys.readFile(file),
      directoryExists: (folder) => ts.sys.directoryExists(folder),
      getDirectories: (folder) => ts.sys.getDirectories(folder),
      realpath: (file) => ts.sys.realpath?.(file) ?? file,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      getCompilationSettings: () => this.options,
      getCurrentDirectory: () => root,
      getScriptFileNames: () => config.fileNames,
      getScriptVersion: (file) => String(this.changed.get(file)?.version ?? 0),
      getScriptSnapshot: (file) => {
        const text = this.changed.get(file)?.text ?? ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    });
  }

  accepts(file: string, text: string): boolean {
    const name = path.join(this.root, file);
    this.version += 1;
    this.changed.set(name, { text, version: this.version });
    const isRight =
      this.service.getSyntacticDiagnostics(name).length === 0 && this.service.getSemanticDiagnostics(name).length === 0;
    this.changed.delete(name);
    return isRight;
  }

  /** As the build would write it. */
  emitted(file: string, text: string): string {
    const compilerOptions = { ...this.options, module: ts.ModuleKind.ESNext };
    return ts.transpileModule(text, { compilerOptions, fileName: path.join(this.root, file) }).outputText;
  }
}

/** Where the build puts what it makes of a source. */
export function outputOf(file: string): string {
  return file.replace(/^src\//, 'dist/').replace(/\.tsx?$/, '.js');
}

export function sourcesUnder(root: string, folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(module|generated)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .toSorted();
}
