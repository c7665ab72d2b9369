import { useState } from 'react';

import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Dialog } from '#lib/ui/overlays/dialog.tsx';
import { Menu } from '#lib/ui/overlays/menu.tsx';
import { Popover } from '#lib/ui/overlays/popover.tsx';
import { Tabs } from '#lib/ui/tabs.tsx';

import { GallerySection, Specimen } from './gallery-section.tsx';

export function Overlays() {
  return (
    <GallerySection
      title="What opens"
      note="All of it works by keyboard: Escape leaves, and the keyboard goes back to where it was."
    >
      <Specimen name="Dialog, popover, menu">
        <div className="flex flex-wrap items-start gap-4">
          <AskingDialog />
          <Popover label="Open a popover" title="About this monster">
            <p>It lives under the stairs and pays no rent.</p>
          </Popover>
          <FeedMenu />
        </div>
      </Specimen>
      <Specimen name="Details: at most one of a group is open">
        <div className="space-y-3">
          <Details name="questions" summary="Does it bite?" open>
            <p>Only on days with a y in them.</p>
          </Details>
          <Details
            name="questions"
            summary="What does it eat, how often, and who has to clean up after it when it is done?"
          >
            <p>Cookies. Always. You.</p>
          </Details>
        </div>
      </Specimen>
      <Specimen name="Tabs: the arrows walk along them">
        <Tabs
          label="Rooms of the house"
          tabs={[
            { id: 'kitchen', title: 'Kitchen', content: <p>Crumbs, and somebody who says he knows nothing.</p> },
            { id: 'cellar', title: 'Cellar', content: <p>It is dark here. Two eyes look back.</p> },
            { id: 'roof', title: 'Roof', content: <p>A ladder, and no way down.</p> },
            { id: 'moon', title: 'Moon', content: <p>Eaten.</p>, isDisabled: true },
          ]}
        />
      </Specimen>
    </GallerySection>
  );
}

function AskingDialog() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="loud" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Let it out?"
        close="Close"
        footer={
          <>
            <Button kind="quiet" onClick={close}>
              Keep it in
            </Button>
            <Button kind="danger" onClick={close}>
              Let it out
            </Button>
          </>
        }
      >
        <p>Once it is out it does not come back by itself.</p>
        <Field label="Its name" hint="So that we can call after it." autoComplete="off" />
      </Dialog>
    </>
  );
}

function FeedMenu() {
  const [eaten, setEaten] = useState('nothing');
  return (
    <div className="space-y-2">
      <Menu
        label="Feed it"
        actions={[
          { id: 'cookie', text: 'A cookie', onAction: () => setEaten('a cookie') },
          { id: 'moon', text: 'The moon', onAction: () => setEaten('the moon'), isDisabled: true },
          { id: 'sock', text: 'A sock', onAction: () => setEaten('a sock') },
          { id: 'hand', text: 'Your hand', onAction: () => setEaten('your hand'), isDanger: true },
        ]}
      />
      <p aria-live="polite">{`It has eaten ${eaten}.`}</p>
    </div>
  );
}
