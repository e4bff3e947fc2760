import { useState } from 'react';
import { countOf } from '#web/viewer/page-words.ts';
import type { StageState } from '#web/viewer/stage.ts';
import styles from './viewer-tools.module.css';

interface PageCountProps {
  readonly state: StageState;
  readonly onGo: (page: number) => void;
}

/** Page x of y; a number typed and Enter goes there (specification, section 2). */
export function PageCount({ state, onGo }: PageCountProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    if (typed !== null && /^\d{1,6}$/.test(typed)) onGo(Number(typed));
    setTyped(null);
  };
  return (
    <form
      className={styles['page-count']}
      onSubmit={(event) => {
        event.preventDefault();
        // Leaving the field goes there, and the keys of the tools work again.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      }}
    >
      <span className={styles['wide-only']}>Page</span>
      <input
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(state.page)}
        disabled={state.pageCount === null || state.pageCount === 1}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
      />
      <span>of {countOf(state)}</span>
    </form>
  );
}
