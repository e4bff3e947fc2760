import { type StandingKind, standingKinds, type WrittenNeeds } from './deciding.ts';
import type { AgendaKind } from './meeting-minutes.ts';
import { minutesLabels } from './messages/meeting-minutes.ts';

export const standingTitles: Readonly<Record<StandingKind, string>> = {
  declarations: minutesLabels.declarations,
  'action-items': minutesLabels.actionItems,
  'written-resolutions': minutesLabels.writtenResolutions,
};

const otherTitles: Readonly<Record<StandingKind, RegExp>> = {
  declarations:
    /^(?:declarations?|disclosures?)(?: of (?:any )?(?:conflicts?|(?:conflicts? of )?interests?))?$|^conflicts? of interests?(?: (?:declarations?|disclosures?))?$/,
  'action-items': /^(?:(?:open|outstanding) )?(?:actions|action (?:items?|points?|list|log))$/,
  'written-resolutions': /^(?:written resolutions?|resolutions? (?:passed )?in writing)$/,
};

export function standingKindOf(title: string): StandingKind | null {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const plain = words.join(' ').replace(/^review of (?:the )?/, '');
  return standingKinds.find((kind) => otherTitles[kind].test(plain)) ?? null;
}

interface Proposing {
  readonly standing_items: readonly StandingKind[];
  /** This is null until a board admin has confirmed who votes. */
  readonly confirmed_at: unknown;
  readonly written_needs: WrittenNeeds;
}

export function proposedKinds(settings: Proposing): readonly StandingKind[] {
  if (settings.confirmed_at === null) return [];
  return standingKinds.filter(
    (kind) =>
      settings.standing_items.includes(kind) && !(kind === 'written-resolutions' && settings.written_needs === 'off'),
  );
}

interface Titled {
  readonly title: string;
  readonly depth?: number | undefined;
  readonly kind?: StandingKind | null | undefined;
}

const opening =
  /^(?:welcome|call to order|apologies|opening(?= (?:and|of|remarks)|$)|begrüßung|eröffnung|entschuldigungen|bienvenue|mot de bienvenue|accueil|ouverture|excuses)(?![\p{L}\p{N}])/iu;

export function openingCount(items: readonly Pick<Titled, 'title' | 'depth'>[]): number {
  const end = items.findIndex(({ title, depth = 0 }) => depth === 0 && !opening.test(title.trim()));
  return end === -1 ? items.length : end;
}

export function withStandingItems<T extends Titled>(
  items: readonly T[],
  kinds: readonly StandingKind[],
  make: (kind: StandingKind) => T,
): readonly T[] {
  const places = new Map(kinds.map((kind) => [kind, items.findIndex(({ title }) => standingKindOf(title) === kind)]));
  const named = items.map((item, index) => {
    const kind = kinds.find((each) => places.get(each) === index);
    return kind === undefined ? item : { ...item, kind };
  });
  const missing = kinds.filter((kind) => places.get(kind) === -1).map(make);
  return named.toSpliced(openingCount(named), 0, ...missing);
}

export function placeOfMinutes(
  items: readonly {
    readonly id: string;
    readonly title: string;
    readonly depth: number;
    readonly kind: AgendaKind | null;
  }[],
): string | null {
  const last = items.findLastIndex(({ kind }) => kind === 'declarations' || kind === 'minutes');
  return items.slice(Math.max(last + 1, openingCount(items))).find(({ depth }) => depth === 0)?.id ?? null;
}
