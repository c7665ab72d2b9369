export interface Head {
  readonly title: string;
  readonly description: string;
}

/** The head of a screen whose loader has made a `head`. */
export function headOf(loaderData: { head: Head } | undefined) {
  if (loaderData === undefined) return [];
  const { title, description } = loaderData.head;
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ];
}
