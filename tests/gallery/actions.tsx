import { BookMarked, ChevronDown, Ellipsis, LayoutGrid, List, Pencil, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant, LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { RowButton } from '#web/ui/actions/row-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { Toolbar } from '#web/ui/actions/toolbar.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import { InState, KitLine, KitSection } from './sheet.tsx';

const VARIANTS: readonly (readonly [ButtonVariant, string])[] = [
  ['primary', 'Primary'],
  ['secondary', 'Default'],
  ['quiet', 'Quiet'],
  ['danger', 'Delete'],
];

const TYPES = [
  { value: 'hybrid', label: 'Hybrid' },
  { value: 'in-person', label: 'In-person' },
  { value: 'remote', label: 'Remote' },
] as const;

const VIEWS = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const;

export function ActionsSection() {
  const [type, setType] = useState<(typeof TYPES)[number]['value'] | null>('hybrid');
  const [view, setView] = useState<'grid' | 'list'>('grid');
  return (
    <KitSection title="Buttons">
      {VARIANTS.map(([variant, name]) => (
        <KitLine key={variant}>
          <Button variant={variant}>{name}</Button>
          {(['hovered', 'focus-visible', 'pressed'] as const).map((state) => (
            <InState key={state} state={state}>
              <Button variant={variant}>
                {state === 'hovered' ? 'Hover' : state === 'pressed' ? 'Pressed' : 'Focus'}
              </Button>
            </InState>
          ))}
          <Button variant={variant} isDisabled>
            Disabled
          </Button>
          <Button variant={variant} isPending>
            Pending
          </Button>
        </KitLine>
      ))}
      <KitLine>
        <Button size="s" icon={Pencil}>
          Small
        </Button>
        <Button icon={Plus} iconEnd={ChevronDown}>
          New
        </Button>
        <LinkButton href="#">A link</LinkButton>
        <IconButton icon={Ellipsis} aria-label="More" />
        <InState state="hovered">
          <IconButton icon={Ellipsis} aria-label="More, hovered" />
        </InState>
        <IconButton icon={BookMarked} aria-label="Pinned" isSelected />
        <IconButton icon={Ellipsis} aria-label="More, outlined" size="s" outlined />
        <IconButton icon={Ellipsis} aria-label="More, disabled" isDisabled />
        <RowButton icon={BookMarked} aria-label="Pin, in a long list" onPress={() => undefined} />
        <RowMenu aria-label="More, in a long list">{() => <MenuItem>Open</MenuItem>}</RowMenu>
        <Toolbar aria-label="History">
          <IconButton icon={Undo2} aria-label="Undo" shortcut="Ctrl Z" />
        </Toolbar>
      </KitLine>
      <KitLine>
        <Segmented label="Type" options={TYPES} value={type} onChange={setType} />
        <Segmented label="Type, nothing chosen" options={TYPES} value={null} onChange={setType} />
        <Segmented label="View" options={VIEWS} value={view} onChange={setView} iconOnly />
        <Segmented label="Type, disabled" options={TYPES} value="remote" onChange={setType} isDisabled />
      </KitLine>
    </KitSection>
  );
}
