import { SiteLink } from '#app/current/page/site-link.tsx';
import drawing from '#content/art/feedbag-empty.svg';
import { Avatar } from '#lib/ui/avatar.tsx';
import { Card } from '#lib/ui/card.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Skeleton, Spinner } from '#lib/ui/loading.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { GallerySection, Specimen } from './gallery-section.tsx';

const NAMES = ['Gorble', 'Aunt Pudding', 'Kevin', '@0192', '月子', '🦑 Squid', 'Łukasz'];

export function Lists() {
  return (
    <GallerySection
      title="Cards, people, waiting"
      note="A card is a sticker on the table. A whole card may be one link."
    >
      <Specimen name="Cards; the second one is a link, lifts when pointed at, and wears its ring outside">
        <div className="grid gap-6 md:grid-cols-2">
          <Card className="space-y-2">
            <p className="font-display text-2xl font-black">A card</p>
            <p>It breathes 24 px, and its shadow falls 6.</p>
          </Card>
          <Card isLink className="space-y-2">
            <p className="font-display text-2xl font-black">
              <SiteLink to="/">A card that is a link</SiteLink>
            </p>
            <p>A click beside the words goes there too.</p>
          </Card>
        </div>
      </Specimen>
      <People />
      <Specimen name="Waiting: an eye looks around; with reduced motion it stands still">
        <div className="grid gap-6 md:grid-cols-2">
          <Spinner label="Looking under the bed" />
          <Skeleton />
        </div>
      </Specimen>
      <Specimen name="A list that has nothing">
        <EmptyState drawing={drawing}>
          <p className="font-display text-2xl font-black">Nothing in here</p>
          <p>Whoever was to fill it is still asleep.</p>
        </EmptyState>
      </Specimen>
      <Specimen name="Ways to the pages beside this one">
        <Pagination
          label="Pages"
          previous={{ to: '/dev/mail', text: 'Newer' }}
          next={{ to: '/', text: 'Older' }}
          link={SiteLink}
        />
      </Specimen>
    </GallerySection>
  );
}

function People() {
  return (
    <Specimen name="People: a portrait, or a letter on a colour of one's own">
      <ul className="flex flex-wrap items-center gap-4">
        {NAMES.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <Avatar name={name} /> <span>{name}</span>
          </li>
        ))}
        <li className="flex items-center gap-2">
          <Avatar name="Small" size={32} /> 32
        </li>
        <li className="flex items-center gap-2">
          <Avatar name="Big" size={96} /> 96
        </li>
      </ul>
    </Specimen>
  );
}
