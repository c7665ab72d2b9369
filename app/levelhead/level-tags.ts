import type { TextKey } from '#app/current/locale.ts';

interface LevelTag {
  readonly name: TextKey;
  readonly description: TextKey;
}

export const LEVEL_TAGS = {
  ltag_brawler: { name: 'leveltags.brawler.name', description: 'leveltags.brawler.description' },
  ltag_intense: { name: 'leveltags.intense.name', description: 'leveltags.intense.description' },
  ltag_precise: { name: 'leveltags.precise.name', description: 'leveltags.precise.description' },
  ltag_simple: { name: 'leveltags.simple.name', description: 'leveltags.simple.description' },
  ltag_newbie: { name: 'leveltags.newbie.name', description: 'leveltags.newbie.description' },
  ltag_musicbox: { name: 'leveltags.musicbox.name', description: 'leveltags.musicbox.description' },
  ltag_complex: { name: 'leveltags.complex.name', description: 'leveltags.complex.description' },
  ltag_casual: { name: 'leveltags.casual.name', description: 'leveltags.casual.description' },
  ltag_paced: { name: 'leveltags.paced.name', description: 'leveltags.paced.description' },
  ltag_eye: { name: 'leveltags.eye.name', description: 'leveltags.eye.description' },
  ltag_secret: { name: 'leveltags.secret.name', description: 'leveltags.secret.description' },
  ltag_teach: { name: 'leveltags.teach.name', description: 'leveltags.teach.description' },
  ltag_clever: { name: 'leveltags.clever.name', description: 'leveltags.clever.description' },
  ltag_choice: { name: 'leveltags.choice.name', description: 'leveltags.choice.description' },
  ltag_kaizo: { name: 'leveltags.kaizo.name', description: 'leveltags.kaizo.description' },
  ltag_contraption: { name: 'leveltags.contraption.name', description: 'leveltags.contraption.description' },
  ltag_paths: { name: 'leveltags.paths.name', description: 'leveltags.paths.description' },
  ltag_explore: { name: 'leveltags.explore.name', description: 'leveltags.explore.description' },
  ltag_juicefusion: { name: 'leveltags.juicefusion.name', description: 'leveltags.juicefusion.description' },
  ltag_elite: { name: 'leveltags.elite.name', description: 'leveltags.elite.description' },
  ltag_boss: { name: 'leveltags.boss.name', description: 'leveltags.boss.description' },
  ltag_onescreen: { name: 'leveltags.onescreen.name', description: 'leveltags.onescreen.description' },
  ltag_electrodongle: { name: 'leveltags.electrodongle.name', description: 'leveltags.electrodongle.description' },
  ltag_precarious: { name: 'leveltags.precarious.name', description: 'leveltags.precarious.description' },
  ltag_powerup: { name: 'leveltags.powerup.name', description: 'leveltags.powerup.description' },
  ltag_panic: { name: 'leveltags.panic.name', description: 'leveltags.panic.description' },
  ltag_raceway: { name: 'leveltags.raceway.name', description: 'leveltags.raceway.description' },
  ltag_pjp: { name: 'leveltags.pjp.name', description: 'leveltags.pjp.description' },
  ltag_blasters: { name: 'leveltags.blasters.name', description: 'leveltags.blasters.description' },
  ltag_chase: { name: 'leveltags.chase.name', description: 'leveltags.chase.description' },
  ltag_puzzle: { name: 'leveltags.puzzle.name', description: 'leveltags.puzzle.description' },
  ltag_faceblaster: { name: 'leveltags.faceblaster.name', description: 'leveltags.faceblaster.description' },
  ltag_bombs: { name: 'leveltags.bombs.name', description: 'leveltags.bombs.description' },
  ltag_throwing: { name: 'leveltags.throwing.name', description: 'leveltags.throwing.description' },
  ltag_switch: { name: 'leveltags.switch.name', description: 'leveltags.switch.description' },
  ltag_igneum: { name: 'leveltags.igneum.name', description: 'leveltags.igneum.description' },
  ltag_shade: { name: 'leveltags.shade.name', description: 'leveltags.shade.description' },
  ltag_troll: { name: 'leveltags.troll.name', description: 'leveltags.troll.description' },
  ltag_traps: { name: 'leveltags.traps.name', description: 'leveltags.traps.description' },
  ltag_dontmove: { name: 'leveltags.dontmove.name', description: 'leveltags.dontmove.description' },
  ltag_shop: { name: 'leveltags.shop.name', description: 'leveltags.shop.description' },
} as const satisfies Record<`ltag_${string}`, LevelTag>;

type LevelTagId = keyof typeof LEVEL_TAGS;

export const LEVEL_TAG_IDS = Object.keys(LEVEL_TAGS).filter(isLevelTag);

export function isLevelTag(tag: string): tag is LevelTagId {
  return Object.hasOwn(LEVEL_TAGS, tag);
}
