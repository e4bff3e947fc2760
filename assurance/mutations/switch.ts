import pg from 'pg';

/** Which mutant is active in this process, and what has been reached since the sets were last emptied. */
export interface MutantSwitch {
  active: number;
  /** The database that tests copy instead of the usual template. */
  template: string | null;
  readonly sources: Set<number>;
  readonly gates: Set<string>;
}

const shared = globalThis as unknown as { __mutantSwitch?: MutantSwitch; __mutant?: (index: number) => boolean };

// The process has one switch even if this module is loaded twice.
shared.__mutantSwitch ??= install();
export const mutantSwitch = shared.__mutantSwitch;

function install(): MutantSwitch {
  const made: MutantSwitch = { active: -1, template: null, sources: new Set(), gates: new Set() };
  shared.__mutant = (index) => {
    made.sources.add(index);
    return index === made.active;
  };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, ...others] = given as [string | { readonly text?: string }, ...unknown[]];
    const text = typeof first === 'string' ? first : (first?.text ?? '');
    for (const name of gatesIn(text)) made.gates.add(name);
    const isCopy = made.template !== null && text.startsWith('create database');
    const sent = isCopy ? text.replace('template "dais"', `template "${made.template}"`) : first;
    return (query as (...all: unknown[]) => unknown).call(this, sent, ...others);
  } as typeof query;
  return made;
}

/** Gate functions that triggers and other functions call, by the statements that cause the call. */
const implied: readonly (readonly [RegExp, string])[] = [
  [/gate\.find_board_face/, 'gate.current_shortname'],
  [/gate\.(create_board|set_up)|update "?boards/, 'gate.keep_shortname'],
  [/(insert into|update) "?(public\.)?members/, 'gate.name_member'],
  [/update "?(public\.)?users/, 'gate.name_account'],
  [/(insert into|update|delete from) "?(public\.)?audience_(group|member)s/, 'gate.name_audiences'],
  [/insert into "?(public\.)?document_texts/, 'gate.learn_words'],
  [/insert into "?(public\.)?document_texts/, 'gate.index_pages'],
  [/delete from "?(public\.)?(document|meeting|board|categor|folder)/, 'gate.forget_words'],
  [/(insert into|update|delete from) "?(public\.)?document/, 'gate.index_document'],
  [
    /(insert into|update|delete from) "?(public\.)?(document|meeting|agenda_item|announcement|board)/,
    'gate.keep_vocabulary',
  ],
];

function gatesIn(statement: string): readonly string[] {
  const named = statement.match(/gate\.\w+/g) ?? [];
  return [...named, ...implied.flatMap(([pattern, name]) => (pattern.test(statement) ? [name] : []))];
}
