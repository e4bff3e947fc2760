import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type FieldAnnotation, fieldValueText, isHiddenAnnotation } from '#domain/field-text.ts';
import type { Rect } from '#domain/xfdf/annotation.ts';
import { createStore, type ReadableStore } from '#web/store.ts';

export interface BroughtAnnotation {
  readonly id: string;
  readonly page: number;
  readonly rect: Rect;
  readonly subtype: string;
  readonly field?: string;
  readonly author?: string;
  /** Format: `D:YYYYMMDDHHmmSS±hh'mm'`. */
  readonly modified?: string;
  readonly contents: string;
  /** Whether pdf.js draws the annotation. It does not draw a text note that has no appearance stream. */
  readonly hasLook: boolean;
  readonly replies: readonly BroughtReply[];
}

export type BroughtReply = Pick<BroughtAnnotation, 'id' | 'author' | 'modified' | 'contents'>;

export interface BroughtAnnotations {
  readonly read: ReadableStore<readonly BroughtAnnotation[]>;
  readonly readPage: (page: number) => void;
  /** Reads one page at a time, so that visible pages do not have to wait for all the others. */
  readonly readAll: (signal: AbortSignal) => Promise<void>;
}

/** Annotations beyond this number are ignored, because nobody would read so many. */
const annotationsMax = 2_000;
/** Limits the annotations read per page, because a file may contain any number. */
const rawMax = 5_000;
const charactersMax = 20_000;

export function createBrought(opened: Promise<PDFDocumentProxy>): BroughtAnnotations {
  const read = createStore<readonly BroughtAnnotation[]>([]);
  const pages = new Map<number, Promise<void>>();
  async function readNow(page: number): Promise<void> {
    const pdf = await opened;
    const proxy = await pdf.getPage(page + 1);
    const found = broughtOf((await proxy.getAnnotations()) as readonly Raw[], page);
    const room = annotationsMax - read.get().length;
    if (found.length === 0 || room <= 0) return;
    const others = read.get().filter((each) => each.page !== page);
    read.set([...others, ...found.slice(0, room)].toSorted((a, b) => a.page - b.page));
  }
  const readOnce = (page: number): Promise<void> => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const reading = readNow(page).catch((cause: unknown) => {
      console.warn(`The annotations of page ${page + 1} could not be read`, cause);
    });
    pages.set(page, reading);
    return reading;
  };
  return {
    read,
    readPage: (page) => void readOnce(page),
    async readAll(signal) {
      const { numPages } = await opened;
      for (let page = 0; page < numPages && !signal.aborted; page += 1) await readOnce(page);
    },
  };
}

/** An annotation as pdf.js returns it, for which pdf.js has no type. */
interface Raw extends FieldAnnotation {
  readonly id: string;
  readonly rect: readonly [number, number, number, number];
  readonly hasAppearance: boolean;
  readonly titleObj?: { readonly str: string };
  readonly contentsObj?: { readonly str: string };
  readonly modificationDate?: string | null;
  readonly inReplyTo?: string | null;
  readonly replyType?: string;
  readonly state?: string;
}

export function broughtOf(all: readonly Raw[], page: number): readonly BroughtAnnotation[] {
  const raw = all.slice(0, rawMax);
  const rootOf = rootsOf(raw);
  const read = raw.filter((each) => isReply(each) && (each.state || !isHiddenAnnotation(each)));
  const replies = Map.groupBy(read, rootOf);
  return raw.flatMap((each): readonly BroughtAnnotation[] => {
    if (isHiddenAnnotation(each) || notRead.has(each.subtype) || (isReply(each) && rootOf(each) !== undefined))
      return [];
    const answers = (replies.get(each.id) ?? []).map(remarkOf).filter(({ contents }) => contents !== '');
    const remark = remarkOf(each);
    if (remark.contents === '' && answers.length === 0) return [];
    const [left, bottom, right, top] = each.rect;
    const field = each.alternativeText || each.fieldName;
    return [
      {
        ...remark,
        page,
        rect: { left, bottom, right, top },
        subtype: each.subtype,
        hasLook: each.hasAppearance || each.subtype !== 'Text',
        ...(each.subtype === 'Widget' && field ? { field } : {}),
        replies: answers,
      },
    ];
  });
}

/**
 * The returned function finds a reply's root, or undefined for cycles and orphans. Visits each reply once, however long
 * the chain is.
 */
function rootsOf(raw: readonly Raw[]): (reply: Raw) => string | undefined {
  const byId = new Map(raw.map((each) => [each.id, each]));
  const known = new Map<Raw, string | undefined>();
  return (reply) => {
    const passed: Raw[] = [];
    let at: Raw | undefined = reply;
    while (at !== undefined && isReply(at) && !known.has(at)) {
      // Marks the reply as visited, which ends a cycle.
      known.set(at, undefined);
      passed.push(at);
      at = byId.get(at.inReplyTo ?? '');
    }
    const root = at && (isReply(at) ? known.get(at) : at.id);
    for (const each of passed) known.set(each, root);
    return root;
  };
}

/** Links have no text, and popups repeat their parent's. */
const notRead: ReadonlySet<string> = new Set(['Link', 'Popup']);

const isReply = ({ inReplyTo, replyType }: Raw): boolean => Boolean(inReplyTo) && replyType !== 'Group';

function remarkOf(raw: Raw): BroughtReply {
  const words = raw.subtype === 'Widget' ? fieldValueText(raw) : raw.contentsObj?.str || raw.state || '';
  const author = raw.titleObj?.str.trim();
  return {
    id: `brought-${raw.id}`,
    contents: words.trim().slice(0, charactersMax),
    ...(author ? { author } : {}),
    ...(raw.modificationDate ? { modified: raw.modificationDate } : {}),
  };
}
