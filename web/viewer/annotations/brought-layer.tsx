import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import { broughtMessages } from '#domain/messages/annotations.ts';
import type { BroughtAnnotation } from '#web/viewer/pdf/brought.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import cardStyles from './annotation-card.module.css';
import { Card, dayText, Replies } from './annotation-card.tsx';
import './annotation-host.css';
import styles from './annotation-layer.module.css';
import { AnnotationShape } from './annotation-shape.tsx';
import { percentBox } from './page-point.ts';
import type { Annotating } from './use-annotating.ts';

interface BroughtLayerProps {
  readonly pages: readonly ShownPage[];
  readonly brought: readonly BroughtAnnotation[];
  readonly annotating: Annotating;
  readonly timeZone: string;
}

export function BroughtLayer({ pages, brought, annotating, timeZone }: BroughtLayerProps) {
  const { card, selected, openCard, setSelected } = annotating;
  return pages.map((page) => {
    const { page: number, size } = page.surface;
    const here = brought.filter((each) => each.page === number);
    if (here.length === 0) return null;
    const open = here.find(({ id }) => id === card?.id);
    const bare = here.filter(({ hasLook }) => !hasLook);
    return (
      <Fragment key={number}>
        {createPortal(
          <>
            {bare.length > 0 && (
              <svg viewBox={`0 0 ${size.width} ${size.height}`} className={styles.svg} aria-hidden="true">
                {bare.map(({ id, rect }) => (
                  <AnnotationShape
                    key={id}
                    annotation={{ kind: 'text', id, page: number, rect }}
                    surface={page.surface}
                  />
                ))}
              </svg>
            )}
            {here.map((each) => (
              <button
                key={each.id}
                type="button"
                style={percentBox(each.rect, page.surface)}
                className={styles.target}
                data-annotation={each.id}
                aria-label={broughtLabel(each)}
                aria-pressed={each.id === selected}
                onFocus={() => setSelected(each.id)}
                onClick={() => openCard({ id: each.id, toWrite: false })}
              />
            ))}
          </>,
          page.over,
        )}
        {open && (
          <Card
            page={page}
            rect={open.rect}
            label={`${broughtMessages.kindOf(open)} on page ${number + 1}`}
            author={open.author ?? broughtMessages.kindOf(open)}
            day={dayText(open.modified, timeZone)}
            onClose={() => openCard(null)}
          >
            {open.contents !== '' && <p className={cardStyles.words}>{open.contents}</p>}
            <Replies replies={open.replies} timeZone={timeZone} />
          </Card>
        )}
      </Fragment>
    );
  });
}

function broughtLabel(brought: BroughtAnnotation): string {
  const by = brought.author === undefined ? '' : ` of ${brought.author}`;
  const words = brought.contents === '' ? '' : `: ${brought.contents}`;
  return `${broughtMessages.kindOf(brought)}${by} on page ${brought.page + 1}${words}`;
}
