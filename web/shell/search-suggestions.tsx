import { clsx } from 'clsx';
import { type RefObject, useDeferredValue, useEffect, useId, useState } from 'react';
import type { SearchType } from '#domain/search.ts';
import { paths } from '#web/paths.ts';
import { useFollowAddress } from './follow-link.ts';
import {
  countOf,
  type FoundLine,
  foundLines,
  resultsText,
  type SearchAnswer,
  useTypedSearch,
} from './search-results.ts';
import styles from './search-suggestions.module.css';

const shownOfEach = 4;

interface SearchSuggestionsProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly type: SearchType;
  readonly text: string;
  readonly onDone: () => void;
  readonly onSearched: () => void;
}

export function SearchSuggestions({ field, type, text, onDone, onSearched }: SearchSuggestionsProps) {
  const { asked, data } = useTypedSearch(type, text);
  const shown = useDeferredValue(data);
  const answer = asked === null ? undefined : shown;
  const count = answer && countOf(answer, type);
  return (
    <>
      <p className="visually-hidden" role="status">
        {count !== undefined && resultsText(count)}
      </p>
      {answer && asked !== null && (
        <FoundList
          key={asked}
          field={field}
          type={type}
          asked={asked}
          answer={answer}
          onDone={onDone}
          onSearched={onSearched}
        />
      )}
    </>
  );
}

interface FoundListProps extends Pick<SearchSuggestionsProps, 'field' | 'type' | 'onDone' | 'onSearched'> {
  readonly asked: string;
  readonly answer: SearchAnswer;
}

function FoundList({ field, type, asked, answer, onDone, onSearched }: FoundListProps) {
  const id = useId();
  const follow = useFollowAddress();
  const groups = foundLines(answer, asked, shownOfEach);
  const count = countOf(answer, type);
  const all: FoundLine = {
    id: 'all',
    title: [{ text: count === 1 ? 'See the result' : `See all ${resultsText(count)}`, is_match: false }],
    meta: null,
    href: paths.search({ itemType: type, searchString: asked }),
  };
  const lines = count === 0 ? [] : [...groups.flatMap((group) => group.lines), all];
  const choose = (line: FoundLine): void => {
    onDone();
    onSearched();
    follow(line.href);
  };
  const active = useListKeys(field, { id, lines, onChoose: choose, onDone });
  const option = (line: FoundLine) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which owns the list
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option (aria-activedescendant)
    <div
      key={line.id}
      id={`${id}-${line.id}`}
      role="option"
      aria-selected={line.id === active}
      className={clsx(styles.option, line.id === 'all' && styles['option-all'])}
      onClick={() => choose(line)}
    >
      <span className={styles.title}>
        {line.title.map((piece, nth) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
          piece.is_match ? <mark key={nth}>{piece.text}</mark> : piece.text,
        )}
      </span>
      {line.meta !== null && <span className={styles.meta}>{line.meta}</span>}
    </div>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press inside must not take the focus from the field
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      {answer.closeness === 'similar' && <p className={styles.note}>No exact matches. These are similar.</p>}
      {count === 0 && <p className={styles.note}>No results.</p>}
      <div id={id} role="listbox" aria-label="Results so far" hidden={count === 0}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={group.type} role="group" aria-labelledby={`${id}-${group.type}`}>
            <p id={`${id}-${group.type}`} className={styles.heading}>
              {group.label}
            </p>
            {group.lines.map(option)}
          </div>
        ))}
        {count > 0 && option(all)}
      </div>
    </div>
  );
}

interface ListKeys {
  readonly id: string;
  readonly lines: readonly FoundLine[];
  readonly onChoose: (line: FoundLine) => void;
  readonly onDone: () => void;
}

function useListKeys(
  field: RefObject<HTMLInputElement | null>,
  { id, lines, onChoose, onDone }: ListKeys,
): string | null {
  const [active, setActive] = useState<string | null>(null);
  // Sets the attributes in an effect, because the top bar renders the input.
  useEffect(() => {
    const input = field.current;
    if (input === null) return undefined;
    const isOpen = lines.length > 0;
    input.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) input.setAttribute('aria-controls', id);
    if (active !== null) {
      input.setAttribute('aria-activedescendant', `${id}-${active}`);
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const at = lines.findIndex((line) => line.id === active);
      const line = lines[at];
      if (event.key === 'ArrowDown') setActive(lines[(at + 1) % lines.length]?.id ?? null);
      else if (event.key === 'ArrowUp') setActive(lines.at(at <= 0 ? -1 : at - 1)?.id ?? null);
      else if (event.key === 'Enter' && line !== undefined) onChoose(line);
      else if (event.key === 'Escape') onDone();
      else return;
      event.preventDefault();
    };
    input.addEventListener('keydown', onKeyDown);
    input.addEventListener('blur', onDone);
    return () => {
      input.removeEventListener('keydown', onKeyDown);
      input.removeEventListener('blur', onDone);
      input.setAttribute('aria-expanded', 'false');
      for (const name of ['aria-controls', 'aria-activedescendant']) input.removeAttribute(name);
    };
  });
  return active;
}
