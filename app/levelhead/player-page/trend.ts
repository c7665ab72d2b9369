export const TREND_FIGURES = ['plays', 'likes', 'favorites', 'subscribers', 'tips'] as const;
export type TrendFigure = (typeof TREND_FIGURES)[number];

/** What was gained in seven days. */
export type TrendWeek = { readonly from: string } & Record<TrendFigure, number>;
