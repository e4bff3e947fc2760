import { EraserPad } from './marks/eraser-pad.tsx';
import { InkPad } from './marks/ink-pad.tsx';
import { newInk } from './marks/new-mark.ts';
import { newShape } from './marks/new-shape.ts';
import type { PalmGuard } from './marks/palm.ts';
import { PlacePad } from './marks/place-pad.tsx';
import { ShapePad } from './marks/shape-pad.tsx';
import type { ShownPage } from './stage.ts';
import type { Annotating } from './use-annotating.ts';

interface MarkPadsProps {
  readonly pages: readonly ShownPage[];
  readonly annotating: Annotating;
  readonly palm: PalmGuard;
}

/** What catches the pointer on every page while a tool is in hand that draws, puts or rubs out. */
export function MarkPads({ pages, annotating, palm }: MarkPadsProps) {
  const { tool, making, marks, add, place, remove, addStroke } = annotating;
  const { gesture } = tool;
  return pages.map((page) => {
    const key = page.surface.page;
    switch (gesture.kind) {
      case 'draw':
        return (
          <InkPad
            key={key}
            page={page}
            making={making}
            palm={palm}
            onStroke={(stroke) => addStroke(newInk(page.surface, stroke, making))}
          />
        );
      case 'shape':
        return (
          <ShapePad
            key={key}
            page={page}
            shapeOf={(ends) => newShape(gesture.shape, page.surface, ends, making)}
            onShape={(mark) => add(mark)}
          />
        );
      case 'place':
        return <PlacePad key={key} page={page} onPlace={(at) => place(page, at)} />;
      case 'erase':
        return <EraserPad key={key} page={page} marks={marks} onErase={remove} />;
      case 'select':
      case 'text':
        return null;
      default:
        return gesture satisfies never;
    }
  });
}
