import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The pressed button of a reply bar goes away with what it did; the focus stays in the bar: on Change once there is an
 * answer, else on the first option. `keepFocus` is to be called with the press.
 */
export function useKeptFocus(isAnswered: boolean): {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly keepFocus: () => void;
} {
  const bar = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  // An effect, because the new buttons exist only after they were drawn.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    (isAnswered ? buttons.at(-1) : buttons.at(0))?.focus();
  }, [isAnswered]);
  return {
    bar,
    keepFocus: () => {
      wanted.current = true;
    },
  };
}
