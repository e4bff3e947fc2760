import { type ClockTimes, clockTimesOf, readDuration } from './agenda-times.ts';
import { parseDelimited } from './csv.ts';

export function cellsOfTable(text: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) return [];
    const words = quoted?.replaceAll('""', '"') ?? plain;
    rows.at(-1)?.push(words.replaceAll(/\s+/g, ' ').trim());
    if (end !== '\t' && end !== '') rows.push([]);
  }
  return rows.filter((row) => row.some((words) => words !== ''));
}

/** In order of preference, because a heading such as 'Item' may mean the title or the number. */
const columns = ['minutes', 'presenter', 'title', 'number', 'clock', 'other'] as const;
export type AgendaColumn = (typeof columns)[number];

const headings: Readonly<Record<AgendaColumn, RegExp>> = {
  number:
    /^(?:(?:agenda |item )?(?:no|nr|num|number|nummer|numéro|número)|n|п\/п|№(?: п\/п)?|(?:item ?)?#|item|top|pos|punkt|番号|番號|序号|序號|번호)$/u,
  title:
    /^(?:(?:agenda[ -]?)?(?:items?|titles?|topics?|subjects?|points?|description)|tagesordnungspunkt|top|thema|betreff|gegenstand|sujet|objet|intitulé|point de l['’]ordre du jour|ordre du jour|punto(?: del orden del día| all['’]ordine del giorno)?|asunto|tema|assunto|pauta|argomento|oggetto|onderwerp|agendapunt|ärende|punkt|emne|sak|asia|temat|bod|téma|тема|вопрос|питання|повестка|議題|案件|議案|件名|項目|項次|議程|议题|议程|事项|안건|주제|البند|الموضوع|נושא|หัวข้อ|วาระ|विषय|konu|gündem|napirendi? ?pont)$/u,
  presenter:
    /^(?:presenters?|presented by|lead|led by|owner|speaker|who|by|person|responsible|referent(?:in)?|berichterstatter(?:in)?|vortragende[rn]?|verantwortlich|wer|intervenante?s?|rapporteure?|présentateur|orateur|responsables?|qui|ponente|presenta|expositor|quién|quem|apresentador|relatore?|responsável|chi|wie|door|spreker|föredragande|ansvarig|vem|ansvarlig|hvem|esittelijä|prowadzący|referuje|předkladatel|докладчик|ответственный|доповідач|担当者?|発表者|説明者|汇报人|匯報人|主讲人|发言人|负责人|발표자|담당자?|المتحدث|المسؤول|מציג|ผู้นำเสนอ|ผู้รับผิดชอบ|प्रस्तुतकर्ता|sunan|előadó)$/u,
  minutes:
    /^(?:minutes|mins?|mn|minuten|minutos|minuti|duration|length|time (?:allotted|allowed|needed)|dauer|durée|duración|duração|durata|duur|längd|varighe[td]|kesto|czas trwania|délka|trvání|длительность|продолжительность|тривалість|所要時間|时长|時長|소요 ?시간|المدة|משך|ระยะเวลา|अवधि|süre|időtartam)$/u,
  clock:
    /^(?:time|start(?: time)?|starts|begins?|when|zeit|uhrzeit|beginn|heure|horaire|hora|horario|horário|ora|orario|tijd|tid|klokkeslett|aika|czas|čas|время|час|時刻|時間|时间|시간|الوقت|שעה|เวลา|समय|saat|idő)$/u,
  other:
    /^(?:purpose|papers?|documents?|attachments?|enclosures?|notes?|comments?|actions?|type|decision|status|anlagen?|unterlagen|zweck|art|beschluss|pièces?|annexes?|objectif|finalidad|documentos?|anexos?|allegat[oi]|bijlagen?|bilag[a]?|вложения|документы|備考|資料|目的|备注|文件)$/u,
};

const plainHeading = (words: string): string =>
  words
    .normalize('NFC')
    .replace(/\s*[([（].*$/u, '')
    .replaceAll(/[.:*°ºª]+/gu, '')
    .trim()
    .toLowerCase();

const isNumber = (words: string): boolean =>
  /^(?:[([]?(?:\p{Nd}{1,2}(?:\.\p{Nd}{1,2})*[a-z]?|[a-z])[.):°º\]]*|\(?[ivx]{2,5}[.):]+)$/iu.test(words);
const isMark = (words: string): boolean =>
  isNumber(words) || /^[-*•–·▪◦●○■□▶►➢➤✓✔❖\uf0b7\uf0a7\uf0d8\uf0fc]$/u.test(words);
const isMinutes = (words: string): boolean => readDuration(words) !== null;

export interface AgendaRow {
  readonly number: string;
  readonly title: string;
  readonly presenter: string;
  readonly minutes: number | null;
  readonly times: ClockTimes | null;
  readonly level: number;
}

export function rowsOfTable(text: string, isPerson: (words: string) => boolean): readonly AgendaRow[] | null {
  const rows = cellsOfTable(text);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const table = tableByHeading(rows) ?? tableByHeading(rowsWithOtherDelimiter(text));
  if (table !== null) return agendaRows(table.body, table.found);
  if (width < 2 || rows.length < 2 || rows.some((row) => row.length < 2)) return null;
  const levels = levelsOf(rows);
  const list = rows.map((row, at) => row.slice(levels[at]));
  const found = columnsByContent(list, width, isPerson);
  if (found.title === undefined) return null;
  const least = Math.min(...levels);
  return agendaRows(list, found).map((row, at) => ({ ...row, level: (levels[at] ?? 0) - least }));
}

/** Counts the tabs before each bullet or number, because word processors indent with tabs. */
function levelsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const levels = rows.map((row) => {
    const first = row.findIndex((words) => words !== '');
    return isMark(row[first] ?? '') && first < row.length - 1 ? first : 0;
  });
  const isIndented = levels.every((level, at) => level > 0 || rows[at]?.[0] === '' || !isMark(rows[at]?.[1] ?? ''));
  return isIndented ? levels : levels.map(() => 0);
}

function rowsWithOtherDelimiter(text: string): readonly (readonly string[])[] {
  return parseDelimited(text.replaceAll(/^\s*\||\|\s*$/gm, ''))
    .map(({ fields }) => fields.map((words) => words.replaceAll(/\s+/g, ' ').trim()))
    .filter((row) => row.some((words) => words !== '' && !/^:?-{3,}:?$/.test(words)));
}

/** Ignores rows with a single cell above the heading, such as the name of the meeting. */
function tableByHeading(rows: readonly (readonly string[])[]) {
  const at = rows.findIndex((row) => row.filter((words) => words !== '').length > 1);
  const body = rows.slice(at + 1);
  const found = at === -1 || body.length === 0 ? null : columnsByHeading(rows[at] ?? [], body);
  return found === null ? null : { body, found };
}

function agendaRows(rows: readonly (readonly string[])[], of: Found): readonly AgendaRow[] {
  const cell = (row: readonly string[], column: AgendaColumn): string => row[of[column] ?? -1] ?? '';
  // A value such as '0:15' means that the column contains durations. Otherwise, '10:15' is a time of day.
  const lasts = rows.some((row) => /^0?0:[0-5]\d/.test(cell(row, 'minutes')));
  return rows.map((row) => {
    const [only = '', ...others] = row.filter((words) => words !== '');
    const length = cell(row, 'minutes');
    const [, hours, minutes] = (lasts && /^(\d{1,2}):([0-5]\d)/.exec(length)) || [];
    return {
      number: isNumber(cell(row, 'number')) ? cell(row, 'number') : '',
      title: cell(row, 'title') || (others.length === 0 && !isNumber(only) ? only : ''),
      presenter: cell(row, 'presenter'),
      minutes:
        hours === undefined
          ? (readDuration(length) ?? readDuration(cell(row, 'clock')))
          : Number(hours) * 60 + Number(minutes),
      times: clockTimesOf(cell(row, 'clock')) ?? clockTimesOf(length),
      level: 0,
    };
  });
}

type Found = Partial<Record<AgendaColumn, number>>;

const allCells = (rows: readonly (readonly string[])[], at: number, is: (words: string) => boolean): boolean =>
  rows.some((row) => (row[at] ?? '') !== '') && rows.every((row) => (row[at] ?? '') === '' || is(row[at] ?? ''));

/**
 * Returns null unless the row names a title column and at least one other, so that a line of text is not mistaken for a
 * heading row.
 */
function columnsByHeading(first: readonly string[], body: readonly (readonly string[])[]): Found | null {
  const found: Found = {};
  const names = first.map(plainHeading);
  const taken = new Set<number>();
  const hasNumbers = (at: number): boolean => allCells(body, at, isNumber);
  for (const column of columns) {
    const at = names.findIndex(
      (name, index) => !taken.has(index) && headings[column].test(name) && !(column === 'title' && hasNumbers(index)),
    );
    if (at === -1) continue;
    found[column] = at;
    taken.add(at);
  }
  if (found.title === undefined || taken.size < 2) return null;
  const unnamed = names.findIndex((name, index) => name === '' && hasNumbers(index));
  return unnamed === -1 ? found : { number: unnamed, ...found };
}

function columnsByContent(
  rows: readonly (readonly string[])[],
  width: number,
  isPerson: (words: string) => boolean,
): Found {
  const indexes = Array.from({ length: width }, (_, at) => at);
  const number = allCells(rows, 0, isMark) ? 0 : undefined;
  const clock = indexes.find((at) => allCells(rows, at, (words) => clockTimesOf(words)?.rest === ''));
  const minutes = indexes.findLast((at) => at !== number && allCells(rows, at, isMinutes));
  const texts = indexes.filter((at) => at !== number && at !== minutes && at !== clock);
  const lengthOf = (at: number): number => rows.reduce((sum, row) => sum + (row[at] ?? '').length, 0);
  const people = texts.find((at) => rows.some((row) => isPerson(row[at] ?? '')));
  const others = texts.filter((at) => at !== people);
  const longest = Math.max(...others.map(lengthOf));
  const title = others.find((at) => lengthOf(at) > longest * 0.4);
  const presenter = people ?? others.find((at) => title !== undefined && at > title);
  return Object.fromEntries(
    Object.entries({ number, title, presenter, minutes, clock }).filter(([, at]) => at !== undefined),
  );
}
