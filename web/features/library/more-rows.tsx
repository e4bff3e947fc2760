import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import styles from './place.module.css';

interface MoreRowsProps {
  readonly isPending: boolean;
  /** The last attempt: the next one is the reader's, not made by itself again and again. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** How far below the screen the next rows are asked for. */
const ahead = '1500px';

/** Brings the next page of a long list when its end comes near; the button is for who gets there first. */
export function MoreRows({ isPending, hasFailed, onMore }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  // An effect, because the browser tells what comes near; watched anew after each page, since the end may still be near.
  useEffect(() => {
    if (isPending || hasFailed || end.current === null) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: ahead },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isPending, hasFailed]);
  return (
    <div className={styles.more} ref={end}>
      <Button isPending={isPending} onPress={onMore}>
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}
