import type { MailPreview as Mail } from '#contract/meetings.ts';
import styles from './mail-preview.module.css';

export function MailPreview({ mail }: { readonly mail: Mail }) {
  return (
    <article className={styles.mail}>
      <p className={styles.subject}>
        <span className="meta">Subject</span> {mail.subject}
      </p>
      <h3 className={styles.title}>{mail.heading}</h3>
      {mail.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message is not reordered.
        <MailBlock key={index} block={block} />
      ))}
    </article>
  );
}

function MailBlock({ block }: { readonly block: Mail['blocks'][number] }) {
  switch (block.kind) {
    case 'paragraph':
      return <p className={styles.text}>{block.text}</p>;
    case 'note':
      return <p className={styles.note}>{block.text}</p>;
    case 'heading':
      return <h4 className={styles.heading}>{block.text}</h4>;
    case 'list':
      return (
        <ul className={styles.list}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <dl className={styles.facts}>
          {block.rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={styles.text}>{value}</dd>
            </div>
          ))}
        </dl>
      );
    case 'buttons':
      return (
        <div>
          {block.label !== null && <p>{block.label}</p>}
          <p className={styles.buttons}>
            {block.buttons.map((label) => (
              <span key={label}>{label}</span>
            ))}
          </p>
        </div>
      );
    case 'agenda':
      return (
        <ol className={styles.agenda}>
          {block.lines.map(({ number, title, time, presenter, minutes }) => (
            <li key={number}>
              <span className="meta">{[time, number].filter((part) => part !== null).join('  ')}</span> {title}
              <span className="meta">
                {[presenter, minutes === null ? null : `${minutes} min`]
                  .filter((part) => part !== null)
                  .map((part) => ` · ${part}`)
                  .join('')}
              </span>
            </li>
          ))}
          {block.more !== null && <li className="meta">{block.more}</li>}
        </ol>
      );
  }
}
