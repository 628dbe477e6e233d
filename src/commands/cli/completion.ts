import type { Command, Options } from './command.js';
import { DEFINITIONS } from './definitions.js';

type Definition = Command<Options>;

/**
 * The script that a shell evaluates to complete `standing`; `commands` are all its commands and
 * what each is for.
 */
export function completionScript(shell: string, commands: ReadonlyMap<string, string>): string | undefined {
  if (shell === 'bash') return forBash(commands);
  if (shell === 'zsh') return forZsh(commands);
  return undefined;
}

const HELP: Options = { help: { type: 'boolean', help: 'show this' } };
const optionsOf = ({ options }: Definition) => Object.entries({ ...options, ...HELP });

/**
 * What may stand behind the name of a command, where these are words of its own and not names or
 * files.
 */
function verbsOf({ forms = [] }: Definition): string[] {
  return forms.map((form) => form.split(' ')[0]!).filter((word) => /^[a-z]+$/.test(word));
}

/**
 * For bash 3.2 (macOS) and later. It reads the line itself, because bash splits its words at
 * colons.
 */
function forBash(commands: ReadonlyMap<string, string>): string {
  const cases = DEFINITIONS.map((definition) => {
    const options = optionsOf(definition).map(([name]) => `--${name}`);
    return `    ${definition.name}) verbs='${verbsOf(definition).join(' ')}' options='${options.join(' ')}' ;;`;
  });
  return `_standing() {
  local line=\${COMP_LINE:0:COMP_POINT} words word verbs='' options='--help' offered=''
  read -ra words <<< "$line"
  case $line in *[[:space:]]) words+=('') ;; esac
  word=\${words[\${#words[@]}-1]}
  case \${words[1]} in
${cases.join('\n')}
  esac
  if [ \${#words[@]} -le 2 ]; then offered='${[...commands.keys()].join(' ')} --help --version'
  elif [ "\${word:0:1}" = - ]; then offered=$options
  elif [ \${#words[@]} -eq 3 ]; then offered=$verbs
  fi
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
  case $word in *:*) COMPREPLY=("\${COMPREPLY[@]#"\${word%:*}:"}") ;; esac
}
complete -o default -F _standing standing`;
}

function forZsh(commands: ReadonlyMap<string, string>): string {
  const described = [...commands].map(([name, what]) => `    ${quoted(`${name.replaceAll(':', '\\:')}:${what}`)}`);
  const cases = DEFINITIONS.map((definition) => {
    const verbs = verbsOf(definition);
    const rest = verbs.length > 0 ? [`'1:what to do:(${verbs.join(' ')})'`, `'*:file:_files'`] : [`'*:file:_files'`];
    const options = optionsOf(definition).map(([name, { type, value = 'VALUE', help }]) =>
      quoted(`--${name}[${help.replaceAll(/[[\]]/g, '\\$&')}]${type === 'string' ? `:${value}:_files` : ''}`),
    );
    return `    ${definition.name}) _arguments ${[...options, ...rest].join(' ')} ;;`;
  });
  return `_standing() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
    *) _files ;;
  esac
}
compdef _standing standing`;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
