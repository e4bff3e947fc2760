import pg from 'pg';

/** Which mutant counts in this process, and what was reached since the set was last emptied. */
export interface MutantSwitch {
  active: number;
  readonly sources: Set<number>;
  readonly gates: Set<string>;
}

const held = globalThis as unknown as { __mutantSwitch?: MutantSwitch; __mutant?: (index: number) => boolean };

/** One for the process, whichever copy of this module asks. */
held.__mutantSwitch ??= install();
export const mutantSwitch = held.__mutantSwitch;

function install(): MutantSwitch {
  const made: MutantSwitch = { active: -1, sources: new Set(), gates: new Set() };
  held.__mutant = (index) => {
    made.sources.add(index);
    return index === made.active;
  };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { readonly text?: string }];
    for (const name of gatesIn(typeof first === 'string' ? first : (first?.text ?? ''))) made.gates.add(name);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  return made;
}

/** Functions of the gate that no statement names, by what calls them. */
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
