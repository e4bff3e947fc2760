import { clsx } from 'clsx';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Person } from '#contract/people.ts';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import styles from './agenda-editor.module.css';

export type Presenter = Pick<Person, 'id' | 'name'>;

interface PresenterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly presenterId: string | null;
  readonly people: readonly Presenter[];
  readonly onChange: (presenter: string, presenterId: string | null) => void;
  readonly errorMessage?: string | undefined;
}

const offeredMax = 8;

type Offer = Presenter | { readonly id: 'guest'; readonly name: string };

/** Renders the list only while open, because an agenda has dozens of these fields. */
export function PresenterField(props: PresenterFieldProps) {
  const { label, value, presenterId, errorMessage } = props;
  const listId = useId();
  const { offered, current, isShown, type, choose, close, onKeyDown } = usePeopleList(props);
  return (
    <div className={styles.presenter}>
      <input
        type="text"
        className={styles['presenter-input']}
        aria-label={label}
        placeholder="Presenter"
        value={value}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={close}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={current === undefined ? undefined : `${listId}-${current.id}`}
        aria-invalid={errorMessage !== undefined}
        autoComplete="off"
      />
      {isShown && (
        <div id={listId} role="listbox" aria-label="People" className={styles['presenter-list']}>
          {offered.map((offer) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input keeps focus and keys
            <div
              key={offer.id}
              id={`${listId}-${offer.id}`}
              role="option"
              aria-selected={offer.id === presenterId}
              className={clsx(styles['presenter-option'], offer === current && styles['presenter-active'])}
              // Prevents blur, which would close the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(offer)}
            >
              {offer.id === 'guest' ? `${offer.name}, a guest` : offer.name}
            </div>
          ))}
        </div>
      )}
      {errorMessage !== undefined && <ErrorText>{errorMessage}</ErrorText>}
    </div>
  );
}

function usePeopleList({ value, presenterId, people, onChange }: PresenterFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = isOpen ? offersFor(people, presenterId === null ? value : '') : [];
  const first = presenterId === null && value.trim() !== '' ? offered[0] : undefined;
  const current = offered[active] ?? first;
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (offer: Offer): void => {
    if (offer.id === 'guest') onChange(offer.name, null);
    else onChange(offer.name, offer.id);
    close();
  };
  const type = (text: string): void => {
    const named = people.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
    onChange(text, named.length === 1 ? (named[0]?.id ?? null) : null);
    setOpen(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) => (offered.length === 0 ? -1 : (now + by + offered.length) % offered.length));
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return { offered, current, isShown: isOpen && offered.length > 0, type, choose, close, onKeyDown };
}

function offersFor(people: readonly Presenter[], typed: string): readonly Offer[] {
  const members = people.filter(({ name }) => plain(name).includes(plain(typed))).slice(0, offeredMax);
  return typed.trim() === '' ? members : [...members, { id: 'guest', name: typed.trim() }];
}

function plain(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
