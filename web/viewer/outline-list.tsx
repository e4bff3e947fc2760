import { clsx } from 'clsx';
import { Button } from 'react-aria-components';
import styles from './side-panel.module.css';
import type { OutlineItem } from './stage.ts';

/** The document's headings, nested as it names them. */
export function OutlineList({ items }: { readonly items: readonly OutlineItem[] }) {
  return (
    <nav className={styles.list} aria-label="Outline">
      <Level items={items} />
    </nav>
  );
}

function Level({ items }: { readonly items: readonly OutlineItem[] }) {
  return (
    <ol>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings have no other name, and never change places
        <li key={index}>
          <Button className={clsx(styles.item, styles['item-plain'])} onPress={item.go}>
            {item.title}
          </Button>
          {item.items.length > 0 && <Level items={item.items} />}
        </li>
      ))}
    </ol>
  );
}
