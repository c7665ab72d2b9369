import { useText } from '#app/current/locale.ts';
import type { Stage } from '#app/current/stage.ts';
import { Dialog } from '#lib/ui/overlays/dialog.tsx';

import type { AdminLink } from '../admin-navigation.tsx';
import { PaletteSearch } from './palette-search.tsx';
import type { PaletteViewer } from './site-actions.ts';

export interface PaletteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly places: readonly AdminLink[];
  readonly viewer: PaletteViewer;
  readonly stage: Stage;
}

export function CommandPalette({ open, onClose, ...search }: PaletteDialogProps) {
  const { text } = useText();
  return (
    <Dialog open={open} onClose={onClose} title={text('admin.palette.title')} close={text('admin.palette.close')}>
      {open && <PaletteSearch {...search} onDone={onClose} />}
    </Dialog>
  );
}
