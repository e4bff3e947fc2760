import type { Poll } from '#contract/polls.ts';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import styles from './poll-card.module.css';

/** What was chosen how often; in a named poll also by whom. */
export function PollResultList({ poll }: { readonly poll: Poll }) {
  const most = Math.max(poll.response_count, 1);
  return (
    <ul className={styles.results} aria-label={`Results: ${poll.question}`}>
      {poll.options.map(({ id, text, votes, voters }) => {
        const isOwn = poll.own_option_ids?.includes(id) ?? false;
        return (
          <li key={id} className={styles.result} data-own={isOwn || undefined}>
            <span>
              {text}
              {isOwn && <span className="meta"> (your answer)</span>}
            </span>
            <span className="figures">{votes ?? 0}</span>
            <ProgressBar label={`${text}, ${votes ?? 0} of ${poll.response_count}`} value={votes ?? 0} max={most} />
            {voters !== null && voters.length > 0 && <span className="meta">{voters.join(', ')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
