import { Check, ChevronRight } from 'lucide-react';
import { Tree as AriaTree, Button, TreeItem, TreeItemContent } from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './tree.module.css';

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly icon: IconType;
  readonly note?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly children: readonly TreeNode[];
}

interface TreeProps {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (expanded: ReadonlySet<string>) => void;
  readonly emptyText: string;
}

export function Tree({ label, nodes, selected, onSelect, expanded, onExpand, emptyText }: TreeProps) {
  return (
    <AriaTree
      aria-label={label}
      className={styles.tree ?? ''}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      // Escape must reach the surrounding dialog.
      escapeKeyBehavior="none"
      disabledBehavior="selection"
      disabledKeys={disabledOf(nodes)}
      selectedKeys={selected === null ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys];
        if (key !== undefined) onSelect(String(key));
      }}
      expandedKeys={expanded}
      onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
      renderEmptyState={() => <p className="muted">{emptyText}</p>}
    >
      {nodes.map((node) => (
        <Node key={node.id} node={node} />
      ))}
    </AriaTree>
  );
}

function Node({ node }: { readonly node: TreeNode }) {
  return (
    <TreeItem id={node.id} textValue={node.label} className={styles['tree-row'] ?? ''}>
      <TreeItemContent>
        {({ hasChildItems, isSelected }) => (
          <span className={styles['tree-line']}>
            {hasChildItems ? (
              <Button slot="chevron" className={styles['tree-chevron'] ?? ''}>
                <Icon of={ChevronRight} />
              </Button>
            ) : (
              <span className={styles['tree-chevron']} />
            )}
            <Icon of={node.icon} />
            <span className="truncate">{node.label}</span>
            {node.note !== undefined && <span className="meta end">{node.note}</span>}
            {isSelected && <Icon of={Check} className="end" />}
          </span>
        )}
      </TreeItemContent>
      {node.children.map((child) => (
        <Node key={child.id} node={child} />
      ))}
    </TreeItem>
  );
}

function disabledOf(nodes: readonly TreeNode[]): readonly string[] {
  return nodes.flatMap((node) => [...(node.isDisabled === true ? [node.id] : []), ...disabledOf(node.children)]);
}
