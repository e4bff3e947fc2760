import {
  AlignLeft,
  ChevronDown,
  ChevronUp,
  CornerDownLeft,
  Ellipsis,
  FileInput,
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
  /** Undefined for an unsaved item, or if no papers can be requested. */
  readonly onAskForPaper?: (() => void) | undefined;
}

export function AgendaItemMenu(props: AgendaItemMenuProps) {
  const { row, acts, onUpload, onDescribe, onRemove, onAskForPaper } = props;
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
              label={agendaPurposeLabels[each]}
              onAction={() => acts.change(key, { purpose: purpose === each ? null : each })}
            />
          ))}
        </MenuSection>
        <MenuSeparator />
        <MenuItem icon={UploadIcon} label="Upload documents" onAction={onUpload} />
        {onAskForPaper && <MenuItem icon={FileInput} label="Ask for a paper" onAction={onAskForPaper} />}
        {!row.isDescribed && <MenuItem icon={AlignLeft} label="Add a description" onAction={onDescribe} />}
        <MenuItem icon={CornerDownLeft} label="Add an item below" onAction={() => acts.add(key)} />
        <MenuSeparator />
        <MenuItem
          icon={IndentIncrease}
          label="Make this a sub-item"
          description="Ctrl+] or ⌘]"
          onAction={() => acts.shift(key, 1)}
        />
        <MenuItem
          icon={IndentDecrease}
          label="Move to the level above"
          description="Ctrl+[ or ⌘["
          onAction={() => acts.shift(key, -1)}
        />
        <MenuItem icon={ChevronUp} label="Move up" description="Alt+Shift+↑" onAction={() => acts.step(key, -1)} />
        <MenuItem icon={ChevronDown} label="Move down" description="Alt+Shift+↓" onAction={() => acts.step(key, 1)} />
        <MenuSeparator />
        <MenuItem icon={Trash2} label="Remove item" danger onAction={onRemove} />
      </Menu>
    </MenuTrigger>
  );
}
