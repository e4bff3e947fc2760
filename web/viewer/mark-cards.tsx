import type { DrawnMark, Mark } from '#domain/xfdf/mark.ts';
import { isMovable } from './marks/edit-mark.ts';
import { MarkCard } from './marks/mark-card.tsx';
import { SelectionFrame } from './marks/selection-frame.tsx';
import type { ShownPage } from './stage.ts';
import type { Annotating } from './use-annotating.ts';

interface MarkCardsProps {
  readonly pages: readonly ShownPage[];
  readonly annotating: Annotating;
}

/** The frame around the selected mark, and the card of the one that is open. */
export function MarkCards({ pages, annotating }: MarkCardsProps) {
  const { canEdit, card, selected, marks, tool } = annotating;
  const chosen = drawn(marks, selected);
  const opened = drawn(marks, card?.id ?? null);
  const pageOf = (mark: DrawnMark) => pages.find(({ surface }) => surface.page === mark.page);
  const framePage = chosen && pageOf(chosen);
  const cardPage = opened && pageOf(opened);
  return (
    <>
      {canEdit && chosen && framePage && isMovable(chosen) && tool.id === 'select' && (
        <SelectionFrame
          page={framePage}
          mark={chosen}
          onPull={annotating.pull}
          onDrop={(mark) => {
            annotating.pull(null);
            if (mark) annotating.change(mark);
            else annotating.openCard({ id: chosen.id, toWrite: false });
          }}
        />
      )}
      {card && opened && cardPage && (
        <MarkCard
          key={opened.id}
          page={cardPage}
          mark={opened}
          takesFocus={card.toWrite}
          onChange={canEdit ? annotating.change : undefined}
          onRemove={annotating.remove}
          onClose={() => annotating.openCard(null)}
        />
      )}
    </>
  );
}

function drawn(marks: readonly Mark[], id: string | null): DrawnMark | undefined {
  return marks.find((mark): mark is DrawnMark => mark.id === id && mark.kind !== 'opaque');
}
