import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';

import '#lib/nonce/style-nonce.ts';

interface TabItem {
  id: string;
  title: ReactNode;
  content: ReactNode;
  isDisabled?: boolean;
}

interface TabsProps {
  label: string;
  tabs: readonly TabItem[];
  /** The first tab by default. */
  start?: string;
}

/** Arrows walk along the tabs, and a panel shows as soon as its tab has the focus. */
export function Tabs({ label, tabs, start }: TabsProps) {
  return (
    <AriaTabs className="tabs" {...(start !== undefined && { defaultSelectedKey: start })}>
      <TabList aria-label={label} className="tab-list">
        {tabs.map(({ id, title, isDisabled = false }) => (
          <Tab key={id} id={id} isDisabled={isDisabled} className="tab">
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
