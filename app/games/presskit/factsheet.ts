import type { PressImage, PressKitData, PressStore } from './presskit.ts';

export function writeFactsheet(kit: PressKitData): string {
  const facts = [
    ['Developer', kit.developer],
    ['Genre', kit.genre],
    ['Release date', kit.releaseDate ?? 'not out yet'],
    ['Platforms', kit.platforms.join(', ')],
    ['Website', kit.website],
    ['Trailer', kit.trailer],
    ['Press contact', kit.contact],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
  const parts = [
    [kit.name, '='.repeat(kit.name.length), kit.tagline],
    facts,
    headed('In short', [kit.description]),
    headed(
      'Features',
      kit.features.map(({ title, text }) => `- ${title}: ${text}`),
    ),
    headed('History', [kit.history.join('\n\n')]),
    headed('Where to get it', kit.stores.map(storeLine)),
    headed('Pictures', kit.images.flatMap(imageLines)),
    headed('Credits', [`Made and published by ${kit.developer}.`]),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headed(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [heading, '-'.repeat(heading.length), ...lines];
}

function storeLine({ name, platforms, subscription, url }: PressStore): string {
  const notes = [...platforms, ...(subscription === undefined ? [] : [`with ${subscription}`])].join(', ');
  return `- ${name}${notes === '' ? '' : ` (${notes})`}: ${url}`;
}

function imageLines({ caption, files }: PressImage): string[] {
  return files.map(({ file, type, width, height }) => {
    const size = type === 'image/png' ? `${width} × ${height} pixels` : 'any size';
    return `- ${file}: ${caption}, ${size}`;
  });
}
