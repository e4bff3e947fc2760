import {
  AlignLeft,
  ChevronDown,
  ChevronUp,
  CornerDownLeft,
  Ellipsis,
  IndentDecrease,
  IndentIncrease,
  Trash2,
  Upload as UploadIcon,
} from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import { agendaPurposeLabels, agendaPurposes } from '#domain/agenda.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import type { AgendaActs } from './agenda-acts.ts';
import type { AgendaRow } from './agenda-rows.ts';

interface AgendaItemMenuProps {
  readonly row: AgendaRow;
  readonly acts: AgendaActs;
  readonly onUpload: () => void;
  readonly onDescribe: () => void;
  readonly onRemove: () => void;
}

/** Rarer actions on an item, including keyboard alternatives to dragging. */
export function AgendaItemMenu({ row, acts, onUpload, onDescribe, onRemove }: AgendaItemMenuProps) {
  const { item, number } = row;
  const { key, purpose } = item;
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} size="s" aria-label={`More actions for item ${number}`} />
      <Menu aria-label={`More actions for item ${number}`} wide>
        <MenuSection title="Purpose" selectionMode="single" selectedKeys={purpose === null ? [] : [purpose]}>
          {agendaPurposes.map((each) => (
            <MenuItem
              key={each}
              id={each}
              onAction={() => acts.change(key, { purpose: purpose === each ? null : each })}
            >
              {agendaPurposeLabels[each]}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSeparator />
        <MenuItem icon={UploadIcon} onAction={onUpload}>
          Upload documents
        </MenuItem>
        {!row.isDescribed && (
          <MenuItem icon={AlignLeft} onAction={onDescribe}>
            Add a description
          </MenuItem>
        )}
        <MenuItem icon={CornerDownLeft} onAction={() => acts.add(key)}>
          Add an item below
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={IndentIncrease} description="Ctrl or ⌘ and ]" onAction={() => acts.shift(key, 1)}>
          Make a sub-item
        </MenuItem>
        <MenuItem icon={IndentDecrease} description="Ctrl or ⌘ and [" onAction={() => acts.shift(key, -1)}>
          Move to the level above
        </MenuItem>
        <MenuItem icon={ChevronUp} description="Alt, Shift and ↑" onAction={() => acts.step(key, -1)}>
          Move up
        </MenuItem>
        <MenuItem icon={ChevronDown} description="Alt, Shift and ↓" onAction={() => acts.step(key, 1)}>
          Move down
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onAction={onRemove}>
          Remove item
        </MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
