// Made from the contracts of the calls by `npm run generate`.

/** A list is joined by commas. */
export type QueryValue = string | number | boolean | readonly (string | number)[];

/** What each call takes and answers, by its id. */
export interface Calls {
  /** The session user of an account: one’s own, or any for admins. `GET /api/auth/accounts/{userId}` */
  "accounts.getAccount": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. at most 64 characters */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    userId: string;
    alias: string | null;
    loginId: string | null;
    usertype: "authenticated" | "staff" | "admin" | "super";
    bsidx: null;
    masquerade?: "authenticated" | "staff" | "admin" | "super";
  };
}['data'];
    problem: "accounts.noAccount" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Changes one’s own name in a context. `PUT /api/aliases/contexts/{context}/users/{userId}` */
  "aliases.changeAlias": {
    params: {
      /** Where a name is shown: rumpus, a game, or the safe variant of one such as levelhead-safe. matches ^[a-z][a-z0-9-]{0,31}$ */
      "context": string | number;
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: {
      /** The new name. at most 256 characters */
      "alias": string;
    };
    data: {
  data: {
    userId: string;
    context: string;
    alias: string | null;
    safeAlias: string | null;
    state: "approved" | "pending" | "denied" | null;
    reason: string | null;
    since: string | null;
    changeableAt: string | null;
    history: {
      alias: string;
      since: string;
      until: string;
      endedBy: "owner" | "staff" | "system";
    }[];
  };
}['data'];
    problem: "aliases.invisible" | "aliases.noContext" | "aliases.noLetter" | "aliases.reserved" | "aliases.taken" | "aliases.tooManyEmoji" | "aliases.tooManyMarks" | "aliases.tooSoon" | "aliases.wrongDirection" | "aliases.wrongEdges" | "aliases.wrongLength" | "aliases.wrongLetters" | "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidBody" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The names of up to 100 users in a context, which may be the safe variant of one. Staff also see how often each is reported. `GET /api/aliases/contexts/{context}/users` */
  "aliases.getAliases": {
    params: {
      /** Where a name is shown: rumpus, a game, or the safe variant of one such as levelhead-safe. matches ^[a-z][a-z0-9-]{0,31}$ */
      "context": string | number;
    };
    query: {
      /** Lookup Codes separated by commas; @me is whoever asks. at most 8192 characters */
      "userIds"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. from 0 */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    userId: string;
    alias?: string;
    context: string;
    anonymous?: boolean;
    reports?: number;
    whitelisted?: boolean;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** One’s own name in a context, its state, when it may be changed and the names before it; anybody’s for staff. `GET /api/aliases/contexts/{context}/users/{userId}` */
  "aliases.getOwnAlias": {
    params: {
      /** Where a name is shown: rumpus, a game, or the safe variant of one such as levelhead-safe. matches ^[a-z][a-z0-9-]{0,31}$ */
      "context": string | number;
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    userId: string;
    context: string;
    alias: string | null;
    safeAlias: string | null;
    state: "approved" | "pending" | "denied" | null;
    reason: string | null;
    since: string | null;
    changeableAt: string | null;
    history: {
      alias: string;
      since: string;
      until: string;
      endedBy: "owner" | "staff" | "system";
    }[];
  };
}['data'];
    problem: "aliases.noContext" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The key that asks: whose it is, what it may do and until when. `GET /api/delegation/keys/@this` */
  "delegation.getOwnKey": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    passId: string;
    _id: string;
    userId: string;
    name: string;
    permissions: string[];
    expiresAt: string | null;
  };
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** What a key may be allowed, told in the locale of the asker. `GET /api/delegation/options` */
  "delegation.listOptions": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    id: string;
    name: string;
    description: string;
  }[];
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `DELETE /api/dummy/echo` */
  "dummy.echoDelete": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `GET /api/dummy/echo` */
  "dummy.echoGet": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `PATCH /api/dummy/echo` */
  "dummy.echoPatch": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `POST /api/dummy/echo` */
  "dummy.echoPost": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Sends the body back as it came: at most 64 KB, or 4 KB with header=true. `PUT /api/dummy/echo` */
  "dummy.echoPut": {
    params: undefined;
    query: {
      /** true also answers with the body in the header x-rumpus-dummy-body, as base64. */
      "header"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "dev.headerTooLarge";
  };
  /** Hello World as bytes. For testing how a client reads a type. `GET /api/dummy/content-type/binary` */
  "dummy.getBinary": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Hello World as JSON, without the usual data around it. For testing how a client reads a type. `GET /api/dummy/content-type/json` */
  "dummy.getJson": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Hello World as text. For testing how a client reads a type. `GET /api/dummy/content-type/text` */
  "dummy.getText": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `DELETE /api/dummy/headers` */
  "dummy.headersDelete": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `GET /api/dummy/headers` */
  "dummy.headersGet": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `PATCH /api/dummy/headers` */
  "dummy.headersPatch": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `POST /api/dummy/headers` */
  "dummy.headersPost": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** The headers as they arrived, but for cookies, keys and whatever else says who asks. `PUT /api/dummy/headers` */
  "dummy.headersPut": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: Record<string, string>;
}['data'];
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `DELETE /api/dummy/status/{code}` */
  "dummy.statusDelete": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    status: number;
  };
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `GET /api/dummy/status/{code}` */
  "dummy.statusGet": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    status: number;
  };
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `PATCH /api/dummy/status/{code}` */
  "dummy.statusPatch": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    status: number;
  };
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `POST /api/dummy/status/{code}` */
  "dummy.statusPost": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    status: number;
  };
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Answers with a status of your choice, 200 to 599. `PUT /api/dummy/status/{code}` */
  "dummy.statusPut": {
    params: {
      /** A status of HTTP. matches ^[2-5]\d\d$ */
      "code": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    status: number;
  };
}['data'];
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Entries whose titles are like a text, also with typing errors, the most alike first. `GET /api/feedbag/projects/{projectId}/similar` */
  "feedbag.findSimilarEntries": {
    params: {
      /** What feedback is collected about, as in the address of its page. */
      "projectId": string | number;
    };
    query: {
      /** The text. at most 120 characters */
      "text": QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    subjectId: string;
    title: string;
    path: string;
    status: string;
    votes: number;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "feedbag.noProject";
  };
  /** Bookmarks a level, or several separated by commas; again changes nothing. `PUT /api/levelhead/bookmarks/{levelIds}` */
  "levelhead.addBookmarks": {
    params: {
      /** Ids of levels separated by commas. */
      "levelIds": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noLevel" | "storage.noCrate" | "storage.setFull";
  };
  /** Removes all of one’s own bookmarks. `DELETE /api/levelhead/bookmarks` */
  "levelhead.clearBookmarks": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** The tags of levels, in the locale of the asker, and how many levels have each. `GET /api/levelhead/level-tags/counts` */
  "levelhead.countLevelTags": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    tag: string;
    name: string;
    description: string;
    count: number;
    freq: number;
  }[];
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** The ids of one’s own bookmarks. A page goes on with `meta.lastId` as beforeId. `GET /api/levelhead/bookmarks` */
  "levelhead.findBookmarks": {
    params: undefined;
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 32 unless told */
      "limit"?: number | undefined;
      /** The field to sort by, the highest first; with a leading - the lowest first. */
      "sort"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
      /** Bookmarks of levels whose id sorts before this one. at most 64 characters */
      "beforeLevelId"?: QueryValue;
      /** Bookmarks of levels whose id sorts after this one. at most 64 characters */
      "afterLevelId"?: QueryValue;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Rows that are newer than the one with this _id. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "afterId"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: string[];
  meta: {
    lastId: string | null;
  };
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** The parts of today’s daily build. `GET /api/levelhead/daily-builds/@today` */
  "levelhead.findDailyBuild": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    items: {
      itemId: number;
      name: string;
    }[];
  };
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Who follows a player, the latest first. `GET /api/levelhead/players/{userId}/followers` */
  "levelhead.findFollowers": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    userId: string;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Whom a player follows, the latest first. `GET /api/levelhead/players/{userId}/following` */
  "levelhead.findFollowing": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    userId: string;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Who has a level among their favorites, the latest first. `GET /api/levelhead/levels/{levelId}/favorites` */
  "levelhead.findLevelFavorites": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    userId: string;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noLevel";
  };
  /** Who likes a level, the latest first. `GET /api/levelhead/levels/{levelId}/likes` */
  "levelhead.findLevelLikes": {
    params: {
      /** A level, by the code that players share. */
      "levelId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    userId: string;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noLevel";
  };
  /** Levels: those of the Tower, unless creators, levels or the Marketing Department are named. A sort is descending, and ascending with a leading -. A page goes on with the value of its last level as a bound, and its _id as tiebreakerItemId. `GET /api/levelhead/levels` */
  "levelhead.findLevels": {
    params: undefined;
    query: {
      /** The field to sort by, the highest first; with a leading - the lowest first. */
      "sort"?: QueryValue;
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
      /** At most three ids of tags separated by commas, all of which a level has. */
      "tags"?: QueryValue;
      /** Ids of tags separated by commas, none of which a level may have. */
      "excludeTags"?: QueryValue;
      /** true for levels of the tower. */
      "tower"?: "true" | "false" | boolean;
      /** true for levels of the marketing department, the most exposed first. */
      "marketing"?: "true" | "false" | boolean;
      /** true for levels of daily builds. */
      "dailyBuild"?: "true" | "false" | boolean;
      /** true for levels of tower trials. */
      "towerTrial"?: "true" | "false" | boolean;
      /** Words of the title, in any language and with typing errors. The last one may be unfinished. at most 256 characters */
      "title"?: QueryValue;
      /** true adds the stats of each level. */
      "includeStats"?: "true" | "false" | boolean;
      /** true adds the best scores and times. */
      "includeRecords"?: "true" | "false" | boolean;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true adds what the owner of the key has done with each row. Without a key it adds nothing. */
      "includeMyInteractions"?: "true" | "false" | boolean;
      /** true also finds levels of beta versions. */
      "includeBeta"?: "true" | "false" | boolean;
      /** true also finds levels that are not listed. */
      "includeUnlisted"?: "true" | "false" | boolean;
      /** The least of a range: PlayTime. The end itself counts. */
      "minPlayTime"?: number | undefined;
      /** The most of a range: PlayTime. The end itself counts. */
      "maxPlayTime"?: number | undefined;
      /** The least of a range: ReplayValue. The end itself counts. */
      "minReplayValue"?: number | undefined;
      /** The most of a range: ReplayValue. The end itself counts. */
      "maxReplayValue"?: number | undefined;
      /** The least of a range: ExposureBucks. The end itself counts. */
      "minExposureBucks"?: number | undefined;
      /** The most of a range: ExposureBucks. The end itself counts. */
      "maxExposureBucks"?: number | undefined;
      /** The least of a range: HiddenGem. The end itself counts. */
      "minHiddenGem"?: number | undefined;
      /** The most of a range: HiddenGem. The end itself counts. */
      "maxHiddenGem"?: number | undefined;
      /** The least of a range: Diamonds. The end itself counts. */
      "minDiamonds"?: number | undefined;
      /** The most of a range: Diamonds. The end itself counts. */
      "maxDiamonds"?: number | undefined;
      /** The least of a range: Playtime. The end itself counts. */
      "minPlaytime"?: number | undefined;
      /** The most of a range: Playtime. The end itself counts. */
      "maxPlaytime"?: number | undefined;
      /** The least of a range: QAScore. The end itself counts. */
      "minQAScore"?: number | undefined;
      /** The most of a range: QAScore. The end itself counts. */
      "maxQAScore"?: number | undefined;
      /** The least of a range: Difficulty. The end itself counts. */
      "minDifficulty"?: number | undefined;
      /** The most of a range: Difficulty. The end itself counts. */
      "maxDifficulty"?: number | undefined;
      /** The difficulty, exactly: 0 to 5, or 6 for levels that nobody has beaten. */
      "diamonds"?: number | undefined;
      /** The least of a range: how many seconds ago it was published. The end itself counts. */
      "minSecondsAgo"?: number | undefined;
      /** The most of a range: how many seconds ago it was published. The end itself counts. */
      "maxSecondsAgo"?: number | undefined;
      /** The least of a range: when it was published. The end itself counts. */
      "minCreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxCreatedAt"?: QueryValue;
      /** To go on: the _id of the last row, beside the minimum or maximum of what is sorted by. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "tiebreakerItemId"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
      /** true answers with `next`, the address of the next page. */
      "paging"?: "true" | "false" | boolean;
      /** What `next` of the page before holds. */
      "nextPageToken"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    cv: number;
    userId: string;
    levelId: string;
    avatarId: string;
    title: string;
    localeId: number;
    locale: string;
    tower: boolean;
    marketing: boolean;
    towerTrial: boolean;
    dailyBuild: boolean;
    graduated: boolean;
    unlisted?: true;
    beta?: true;
    requiredPlayers: number;
    creatorTime: number;
    tags: string[];
    tagNames: string[];
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    content: Record<string, number>;
    gameVersion: string;
    stats?: Record<string, number>;
    records?: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
      alias?: {
        _id?: string;
        userId: string;
        alias?: string;
        avatarId?: string;
        context?: string;
        reports?: number;
        whitelisted?: boolean;
        anonymous?: boolean;
      };
    }[]>;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
    interactions?: {
      bookmarked?: true;
      favorited?: true;
      liked?: true;
      played?: true;
      completed?: true;
    };
  }[];
  next?: string;
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.foreignPage" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** The names of players in the game; onlySafe and maxReports put safe names in their place. `GET /api/levelhead/aliases` */
  "levelhead.findNames": {
    params: undefined;
    query: {
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds": QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id?: string;
    userId: string;
    alias?: string;
    avatarId?: string;
    context?: string;
    reports?: number;
    whitelisted?: boolean;
    anonymous?: boolean;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** The favorites of a player, the latest first. `GET /api/levelhead/players/{userId}/favorites` */
  "levelhead.findPlayerFavorites": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    levelId: string;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** The levels that a player likes, the latest first. `GET /api/levelhead/players/{userId}/likes` */
  "levelhead.findPlayerLikes": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^(?:@me|[A-Za-z0-9]{1,32})$ */
      "userId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "beforeId"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    levelId: string;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Players, all of them or those of the ids. Sorts, bounds and pages are those of the search of levels. `GET /api/levelhead/players` */
  "levelhead.findPlayers": {
    params: undefined;
    query: {
      /** The field to sort by, the highest first; with a leading - the lowest first. */
      "sort"?: QueryValue;
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** The least of a range: Subscribers. The end itself counts. */
      "minSubscribers"?: number | undefined;
      /** The most of a range: Subscribers. The end itself counts. */
      "maxSubscribers"?: number | undefined;
      /** The least of a range: PlayTime. The end itself counts. */
      "minPlayTime"?: number | undefined;
      /** The most of a range: PlayTime. The end itself counts. */
      "maxPlayTime"?: number | undefined;
      /** The least of a range: Plays. The end itself counts. */
      "minPlays"?: number | undefined;
      /** The most of a range: Plays. The end itself counts. */
      "maxPlays"?: number | undefined;
      /** The least of a range: Trophies. The end itself counts. */
      "minTrophies"?: number | undefined;
      /** The most of a range: Trophies. The end itself counts. */
      "maxTrophies"?: number | undefined;
      /** The least of a range: Shoes. The end itself counts. */
      "minShoes"?: number | undefined;
      /** The most of a range: Shoes. The end itself counts. */
      "maxShoes"?: number | undefined;
      /** The least of a range: Crowns. The end itself counts. */
      "minCrowns"?: number | undefined;
      /** The most of a range: Crowns. The end itself counts. */
      "maxCrowns"?: number | undefined;
      /** The least of a range: Published. The end itself counts. */
      "minPublished"?: number | undefined;
      /** The most of a range: Published. The end itself counts. */
      "maxPublished"?: number | undefined;
      /** The least of a range: HiddenGem. The end itself counts. */
      "minHiddenGem"?: number | undefined;
      /** The most of a range: HiddenGem. The end itself counts. */
      "maxHiddenGem"?: number | undefined;
      /** The least of a range: TipsGotten. The end itself counts. */
      "minTipsGotten"?: number | undefined;
      /** The most of a range: TipsGotten. The end itself counts. */
      "maxTipsGotten"?: number | undefined;
      /** The least of a range: BucksTipped. The end itself counts. */
      "minBucksTipped"?: number | undefined;
      /** The most of a range: BucksTipped. The end itself counts. */
      "maxBucksTipped"?: number | undefined;
      /** The least of a range: TipsPerLevel. The end itself counts. */
      "minTipsPerLevel"?: number | undefined;
      /** The most of a range: TipsPerLevel. The end itself counts. */
      "maxTipsPerLevel"?: number | undefined;
      /** The least of a range: TipsPerDay. The end itself counts. */
      "minTipsPerDay"?: number | undefined;
      /** The most of a range: TipsPerDay. The end itself counts. */
      "maxTipsPerDay"?: number | undefined;
      /** The least of a range: TippedPerLevelPlayed. The end itself counts. */
      "minTippedPerLevelPlayed"?: number | undefined;
      /** The most of a range: TippedPerLevelPlayed. The end itself counts. */
      "maxTippedPerLevelPlayed"?: number | undefined;
      /** The least of a range: TippedPerDay. The end itself counts. */
      "minTippedPerDay"?: number | undefined;
      /** The most of a range: TippedPerDay. The end itself counts. */
      "maxTippedPerDay"?: number | undefined;
      /** The least of a range: when it was published. The end itself counts. */
      "minCreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxCreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minUpdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxUpdatedAt"?: QueryValue;
      /** The least of a range: when it was published. The end itself counts. */
      "mincreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxcreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minupdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxupdatedAt"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true adds what the owner of the key has done with each row. Without a key it adds nothing. */
      "includeMyInteractions"?: "true" | "false" | boolean;
      /** To go on: the _id of the last row, beside the minimum or maximum of what is sorted by. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "tiebreakerItemId"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
      /** true answers with `next`, the address of the next page. */
      "paging"?: "true" | "false" | boolean;
      /** What `next` of the page before holds. */
      "nextPageToken"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    userId: string;
    stats: Record<string, number>;
    createdAt: string;
    updatedAt: string;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
    interactions?: {
      following: boolean;
    };
  }[];
  next?: string;
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.foreignPage" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** Players, all of them or those of the ids. Sorts, bounds and pages are those of the search of levels. `GET /api/levelhead/profiles` */
  "levelhead.findProfiles": {
    params: undefined;
    query: {
      /** The field to sort by, the highest first; with a leading - the lowest first. */
      "sort"?: QueryValue;
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** The least of a range: Subscribers. The end itself counts. */
      "minSubscribers"?: number | undefined;
      /** The most of a range: Subscribers. The end itself counts. */
      "maxSubscribers"?: number | undefined;
      /** The least of a range: PlayTime. The end itself counts. */
      "minPlayTime"?: number | undefined;
      /** The most of a range: PlayTime. The end itself counts. */
      "maxPlayTime"?: number | undefined;
      /** The least of a range: Plays. The end itself counts. */
      "minPlays"?: number | undefined;
      /** The most of a range: Plays. The end itself counts. */
      "maxPlays"?: number | undefined;
      /** The least of a range: Trophies. The end itself counts. */
      "minTrophies"?: number | undefined;
      /** The most of a range: Trophies. The end itself counts. */
      "maxTrophies"?: number | undefined;
      /** The least of a range: Shoes. The end itself counts. */
      "minShoes"?: number | undefined;
      /** The most of a range: Shoes. The end itself counts. */
      "maxShoes"?: number | undefined;
      /** The least of a range: Crowns. The end itself counts. */
      "minCrowns"?: number | undefined;
      /** The most of a range: Crowns. The end itself counts. */
      "maxCrowns"?: number | undefined;
      /** The least of a range: Published. The end itself counts. */
      "minPublished"?: number | undefined;
      /** The most of a range: Published. The end itself counts. */
      "maxPublished"?: number | undefined;
      /** The least of a range: HiddenGem. The end itself counts. */
      "minHiddenGem"?: number | undefined;
      /** The most of a range: HiddenGem. The end itself counts. */
      "maxHiddenGem"?: number | undefined;
      /** The least of a range: TipsGotten. The end itself counts. */
      "minTipsGotten"?: number | undefined;
      /** The most of a range: TipsGotten. The end itself counts. */
      "maxTipsGotten"?: number | undefined;
      /** The least of a range: BucksTipped. The end itself counts. */
      "minBucksTipped"?: number | undefined;
      /** The most of a range: BucksTipped. The end itself counts. */
      "maxBucksTipped"?: number | undefined;
      /** The least of a range: TipsPerLevel. The end itself counts. */
      "minTipsPerLevel"?: number | undefined;
      /** The most of a range: TipsPerLevel. The end itself counts. */
      "maxTipsPerLevel"?: number | undefined;
      /** The least of a range: TipsPerDay. The end itself counts. */
      "minTipsPerDay"?: number | undefined;
      /** The most of a range: TipsPerDay. The end itself counts. */
      "maxTipsPerDay"?: number | undefined;
      /** The least of a range: TippedPerLevelPlayed. The end itself counts. */
      "minTippedPerLevelPlayed"?: number | undefined;
      /** The most of a range: TippedPerLevelPlayed. The end itself counts. */
      "maxTippedPerLevelPlayed"?: number | undefined;
      /** The least of a range: TippedPerDay. The end itself counts. */
      "minTippedPerDay"?: number | undefined;
      /** The most of a range: TippedPerDay. The end itself counts. */
      "maxTippedPerDay"?: number | undefined;
      /** The least of a range: when it was published. The end itself counts. */
      "minCreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxCreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minUpdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxUpdatedAt"?: QueryValue;
      /** The least of a range: when it was published. The end itself counts. */
      "mincreatedAt"?: QueryValue;
      /** The most of a range: when it was published. The end itself counts. */
      "maxcreatedAt"?: QueryValue;
      /** The least of a range: when it last changed. The end itself counts. */
      "minupdatedAt"?: QueryValue;
      /** The most of a range: when it last changed. The end itself counts. */
      "maxupdatedAt"?: QueryValue;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true adds what the owner of the key has done with each row. Without a key it adds nothing. */
      "includeMyInteractions"?: "true" | "false" | boolean;
      /** To go on: the _id of the last row, beside the minimum or maximum of what is sorted by. matches ^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$ */
      "tiebreakerItemId"?: QueryValue;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
      /** true answers with `next`, the address of the next page. */
      "paging"?: "true" | "false" | boolean;
      /** What `next` of the page before holds. */
      "nextPageToken"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    userId: string;
    stats: Record<string, number>;
    createdAt: string;
    updatedAt: string;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
    interactions?: {
      following: boolean;
    };
  }[];
  next?: string;
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.foreignPage" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** The best of players on levels, the latest improvement first. A page goes on with the last updatedAt as before. `GET /api/levelhead/recent-records/{record}` */
  "levelhead.findRecentRecords": {
    params: {
      /** HighScore or FastestTime. */
      "record": string | number;
    };
    query: {
      /** Lookup Codes separated by commas; @me is whoever asks. */
      "userIds"?: QueryValue;
      /** Ids of levels separated by commas. */
      "levelIds"?: QueryValue;
      /** Records that became better before this moment. */
      "before"?: QueryValue;
      /** Records that became better after this moment. */
      "after"?: QueryValue;
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 16 unless told */
      "limit"?: number | undefined;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
      /** true answers with the safe names that the site makes. */
      "onlySafe"?: "true" | "false" | boolean;
      /** Names with more reports are answered by their safe variant. */
      "maxReports"?: number | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    userId: string;
    levelId: string;
    value: number;
    createdAt: string;
    updatedAt: string;
    expiresAt: string;
    alias?: {
      _id?: string;
      userId: string;
      alias?: string;
      avatarId?: string;
      context?: string;
      reports?: number;
      whitelisted?: boolean;
      anonymous?: boolean;
    };
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate" | "storage.searchTooSlow";
  };
  /** The tower trials, today’s first. `GET /api/levelhead/tower-trials` */
  "levelhead.findTrials": {
    params: undefined;
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. from 1, 10 unless told */
      "limit"?: number | undefined;
      /** The field to sort by, the highest first; with a leading - the lowest first. */
      "sort"?: QueryValue;
      /** The least of a range: how many days ago it was. The end itself counts. */
      "minDaysAgo"?: number | undefined;
      /** The most of a range: how many days ago it was. The end itself counts. */
      "maxDaysAgo"?: number | undefined;
      /** true adds the best scores and times. */
      "includeRecords"?: "true" | "false" | boolean;
      /** true adds the name of each player. */
      "includeAliases"?: "true" | "false" | boolean;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    createdAt: string;
    levelIds: string[];
    timeTrophyGoal: number;
    records?: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
      alias?: {
        _id?: string;
        userId: string;
        alias?: string;
        avatarId?: string;
        context?: string;
        reports?: number;
        whitelisted?: boolean;
        anonymous?: boolean;
      };
    }[]>;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Follows a player; again changes nothing. `PUT /api/levelhead/following/{userId}` */
  "levelhead.followPlayer": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noPlayer" | "levelhead.notYourself" | "storage.noCrate" | "storage.setFull";
  };
  /** A playlist and the ids of its levels, in its order. `GET /api/levelhead/playlists/{playlistId}` */
  "levelhead.getPlaylist": {
    params: {
      /** A playlist, by the code that players share. */
      "playlistId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: {
    playlistId: string;
    userId: string;
    name: string;
    note?: string;
    levelIds: string[];
    createdAt: string;
    updatedAt: string;
  };
}['data'];
    problem: "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "levelhead.noPlaylist";
  };
  /** Removes a bookmark, or several separated by commas, whether they are there or not. `DELETE /api/levelhead/bookmarks/{levelIds}` */
  "levelhead.removeBookmarks": {
    params: {
      /** Ids of levels separated by commas. */
      "levelIds": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Reports the name of a player, once for each reporter and name; again changes nothing. `POST /api/levelhead/aliases/{userId}/reports` */
  "levelhead.reportName": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "aliases.noAlias" | "aliases.ownAlias" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Follows a player no longer. `DELETE /api/levelhead/following/{userId}` */
  "levelhead.unfollowPlayer": {
    params: {
      /** A Lookup Code; where the path has it, @me is whoever asks. matches ^[A-Za-z0-9]{1,32}$ */
      "userId": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** Leads whoever opens the link of a mail to the page with the button. Changes nothing. `GET /api/mails/off` */
  "mails.showOffPage": {
    params: undefined;
    query: {
      /** From the link of a mail. at most 1000 characters */
      "token": QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: Blob;
    problem: "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "notify.spentLink";
  };
  /** Hands over a mail as it came, with its headers: for mail providers that call an address instead of speaking SMTP. Signed with the key that the operator gave them. `POST /api/mails/arrivals` */
  "mails.takeArrivingMail": {
    params: undefined;
    query: undefined;
    headers: {
      /** Who sent the mail, as the sending server said; empty for a report. at most 320 characters, "" unless told */
      "rumpus-mail-from"?: string;
      /** For whom the mail is, as the sending server said. at most 320 characters */
      "rumpus-mail-to": string;
      /** t=<seconds since 1970>,v1=<hex of HMAC-SHA256 with INBOUND_HOOK_KEY over the time, the sender, the receiver and the mail, joined by line feeds>. Good for five minutes. at most 200 characters */
      "rumpus-signature": string;
    };
    body: string | Uint8Array | Blob;
    data: undefined;
    problem: "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "mail.busy" | "mail.noReceiver" | "mail.unreadable" | "mail.unsigned";
  };
  /** Turns off the mails that the link is about (RFC 8058), by the token in it alone. `POST /api/mails/off` */
  "mails.turnOffMails": {
    params: undefined;
    query: {
      /** From the link of a mail. at most 1000 characters */
      "token": QueryValue;
    };
    headers: undefined;
    body: string | Uint8Array | Blob;
    data: Blob;
    problem: "call.crossSite" | "call.invalidParameter" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "current.invalidMasquerade" | "current.keyMayNot" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "notify.spentLink";
  };
  /** The version of the site. `GET /api/version` */
  "site.getVersion": {
    params: undefined;
    query: undefined;
    headers: undefined;
    body: undefined;
    data: {
  data: string;
}['data'];
    problem: "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey";
  };
  /** Adds up to 128 members, separated by commas; those that are in the set stay as they are. `PUT /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members/{members}` */
  "storage.addMembers": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
      /** Members separated by commas. */
      "members": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet" | "storage.setFull";
  };
  /** Removes all that is in an owner’s set. `DELETE /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members` */
  "storage.clearSet": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** What differs from the version `from`, or without it from the version before. `GET /api/storage/crates/{crateId}/items/{itemId}/versions/{rev}/changes` */
  "storage.compareVersions": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
      /** The number of a version, as the list of versions tells it. */
      "rev": string | number;
    };
    query: {
      /** The version to compare with; the one before unless told. matches ^[1-9]\d{0,14}$ */
      "from"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    from: number;
    to: number;
    fields: ("name" | "tags" | "collaborators" | "map" | "note" | "body")[];
    name?: {
      from: string | null;
      to: string | null;
    };
    tags?: {
      added: string[];
      removed: string[];
    };
    collaborators?: {
      added: string[];
      removed: string[];
      owner?: {
        from: string;
        to: string;
      };
    };
    map?: {
      added: string[];
      removed: string[];
      changed: string[];
    };
    note?: {
      from: string | null;
      to: string | null;
    };
    body?: {
      from: {
        sha256: string | null;
        bytes: number;
        mimetype: string;
      };
      to: {
        sha256: string | null;
        bytes: number;
        mimetype: string;
      };
    };
  };
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate" | "storage.noItem" | "storage.noVersion";
  };
  /** Creates an item; its body is the request’s body, of any type. `POST /api/storage/crates/{crateId}/items` */
  "storage.createItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Percent-encoded JSON with tags, collaborators, name, map and note. */
      "rumpus-item-parameters"?: string;
      /** The type of the body, which is kept and given back. */
      "content-type"?: string;
      /** A digest of the body as it is sent (RFC 9530). A wrong one is refused. */
      "content-digest"?: string;
      /** A digest of the whole body (RFC 9530). A wrong one is refused. */
      "repr-digest"?: string;
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: string | Uint8Array | Blob;
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  };
}['data'];
    problem: "call.bodyCutOff" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.bodyOverQuota" | "storage.bodyTooLarge" | "storage.idempotencyKeyReused" | "storage.invalidDigest" | "storage.invalidMetadata" | "storage.nameTaken" | "storage.noCrate" | "storage.overQuota" | "storage.stillRunning" | "storage.storeFull" | "storage.wrongDigest";
  };
  /** Moves an item to the trash. `DELETE /api/storage/crates/{crateId}/items/{itemId}` */
  "storage.deleteItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: {
      /** true lets staff past the policy of the crate, which is noted. */
      "permissionsOverride"?: "true" | "false" | boolean;
    };
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Why staff look past the policy. It is noted. */
      "rumpus-override-reason"?: string;
    };
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.changedMeanwhile" | "storage.invalidReason" | "storage.noCrate" | "storage.noItem" | "storage.preconditionRequired";
  };
  /** What has changed in a crate since a token, each item once, as it is now. Without a token all items come first. Asked for text/event-stream it goes on as events. `GET /api/storage/crates/{crateId}/changes` */
  "storage.findChanges": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** The token of an earlier answer. Without one all items come first. at most 1024 characters */
      "since"?: QueryValue;
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. 1 to 128 */
      "limit"?: number | undefined;
    };
    headers: {
      /** The id of the last event that came, to go on after it. at most 1024 characters */
      "last-event-id"?: string;
    };
    body: undefined;
    data: {
  data: {
    itemId: string;
    kind: "create" | "update" | "delete";
    etag?: string;
    at?: string;
    item?: {
      _id: string;
      itemId: string;
      crateId: string;
      name: string | null;
      userId: string;
      collaborators: string[];
      tags: string[];
      map: Record<string, string | number | boolean | null>;
      note: string | null;
      etag: string;
      bytes: number;
      mimetype: string;
      createdAt: string;
      updatedAt: string;
      createdAgo: number;
      updatedAgo: number;
      stats: Record<string, number>;
      records: Record<string, {
        userId: string;
        value: number;
        createdAt: string;
      }[]>;
    };
  }[];
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.invalidMasquerade" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.changesGone" | "storage.foreignToken" | "storage.noCrate" | "storage.tooManyStreams";
  };
  /** In whose sets a member is. The member may be @me. The Link header gives the next page. `GET /api/storage/crates/{crateId}/sets/{set}/members/{member}/owners` */
  "storage.findHolders": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** What is in sets, such as the id of a level. */
      "member": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. 1 to 128 */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. */
      "beforeId"?: QueryValue;
      /** Rows that are newer than the one with this _id. */
      "afterId"?: QueryValue;
      /** true answers with how many there are instead. */
      "count"?: "true" | "false" | boolean;
      /** Only the sets of these, separated by commas. */
      "owners"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    owner: string;
    member: string;
    createdAt: string;
  }[] | number;
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** Searches the items of a crate. The Link header gives the next and the previous page. `GET /api/storage/crates/{crateId}/items` */
  "storage.findItems": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** Tags separated by commas, all of which an item has; a leading - excludes one. At most 20 terms in a search. */
      "tags"?: QueryValue;
      /** Names of items separated by commas. */
      "names"?: QueryValue;
      /** Ids of items separated by commas. */
      "itemIds"?: QueryValue;
      /** Only items of these owners. */
      "userIds"?: QueryValue;
      /** Bounds separated by commas, such as createdAt<=2026-11-20T00:00:00Z. */
      "dates"?: QueryValue;
      /** Words in name, note and map. */
      "q"?: QueryValue;
      /** createdAt, updatedAt, name, or stats. and a stat; with a leading - the lowest first. */
      "sort"?: QueryValue;
      /** How many items at most: 1 to 128, 16 unless told. 1 to 128 */
      "limit"?: number | undefined;
      /** Goes on after a row: what the Link header of the page before names. at most 1024 characters */
      "after"?: QueryValue;
      /** Goes back before a row: what the Link header names as the previous page. at most 1024 characters */
      "before"?: QueryValue;
      /** At most 8 keys of tags, or tags: answers with how many items have each. */
      "facets"?: QueryValue;
      /** true answers with the number of items instead. */
      "count"?: "true" | "false" | boolean;
      /** true answers with the body of the one item that is found. */
      "download"?: "true" | "false" | boolean;
      /** true lets staff past the policy of the crate, which is noted. */
      "permissionsOverride"?: "true" | "false" | boolean;
    };
    headers: {
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Part of a body, such as bytes=0-1023. */
      "range"?: string;
      /** Sends the range only if the body still has this etag, else all of it. */
      "if-range"?: string;
      /** Why staff look past the policy. It is noted. */
      "rumpus-override-reason"?: string;
    };
    body: undefined;
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  }[] | number | Record<string, number>;
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.foreignCursor" | "storage.invalidReason" | "storage.noCrate" | "storage.noItem" | "storage.noSingleHit" | "storage.rangeOutside" | "storage.searchTooSlow" | "storage.tooManyTags" | "storage.unknownStat";
  };
  /** What is in an owner’s set. The owner may be @me. The Link header gives the next page. `GET /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members` */
  "storage.findMembers": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. 1 to 128 */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. */
      "beforeId"?: QueryValue;
      /** Rows that are newer than the one with this _id. */
      "afterId"?: QueryValue;
      /** true answers with how many there are instead. */
      "count"?: "true" | "false" | boolean;
      /** Only those of these that are in the set, separated by commas. */
      "members"?: QueryValue;
      /** Members that sort before this one. */
      "beforeMember"?: QueryValue;
      /** Members that sort after this one. */
      "afterMember"?: QueryValue;
      /** createdAt or member, descending; with a leading - ascending. */
      "sort"?: "createdAt" | "-createdAt" | "member" | "-member" | undefined;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    owner: string;
    member: string;
    createdAt: string;
  }[] | number;
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** An item’s metadata, or with download=true its body. `GET /api/storage/crates/{crateId}/items/{itemId}` */
  "storage.getItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: {
      /** true answers with the body instead of the metadata. */
      "download"?: "true" | "false" | boolean;
      /** true lets staff past the policy of the crate, which is noted. */
      "permissionsOverride"?: "true" | "false" | boolean;
    };
    headers: {
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Part of a body, such as bytes=0-1023. */
      "range"?: string;
      /** Sends the range only if the body still has this etag, else all of it. */
      "if-range"?: string;
      /** Why staff look past the policy. It is noted. */
      "rumpus-override-reason"?: string;
    };
    body: undefined;
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  };
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidReason" | "storage.noCrate" | "storage.noItem" | "storage.rangeOutside";
  };
  /** What the asker holds in a crate and what the quotas leave; admins see anyone’s, and the crate’s. `GET /api/storage/crates/{crateId}/usage` */
  "storage.getUsage": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** Whose usage; for admins. at most 64 characters */
      "userId"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    userId: string;
    user: {
      bytes: {
        used: number;
        quota: number | null;
        left: number | null;
      };
      items: {
        used: number;
        quota: number | null;
        left: number | null;
      };
      versions: {
        used: number;
        quota: number | null;
        left: number | null;
      };
      warn: boolean;
    } | null;
    crate?: {
      bytes: {
        used: number;
        quota: number | null;
        left: number | null;
      };
      items: {
        used: number;
        quota: number | null;
        left: number | null;
      };
      versions: {
        used: number;
        quota: number | null;
        left: number | null;
      };
      warn: boolean;
    } | null;
  };
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate";
  };
  /** A version’s metadata, or with download=true its body. `GET /api/storage/crates/{crateId}/items/{itemId}/versions/{rev}` */
  "storage.getVersion": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
      /** The number of a version, as the list of versions tells it. */
      "rev": string | number;
    };
    query: {
      /** true answers with the body instead of the metadata. */
      "download"?: "true" | "false" | boolean;
    };
    headers: {
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Part of a body, such as bytes=0-1023. */
      "range"?: string;
      /** Sends the range only if the body still has this etag, else all of it. */
      "if-range"?: string;
    };
    body: undefined;
    data: {
  data: {
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    bytes: number;
    mimetype: string;
    rev: number;
    sha256: string | null;
    updatedAt: string;
    updatedBy: string | null;
    etag: string;
    endedAt: string | null;
  };
}['data'] | Blob;
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate" | "storage.noItem" | "storage.noVersion" | "storage.rangeOutside";
  };
  /** What was added to an owner’s set and removed from it, for those who may write to it. The Link header gives the next page. `GET /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/history` */
  "storage.listSetHistory": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. 1 to 128 */
      "limit"?: number | undefined;
      /** To go on: the _id of the last row. */
      "beforeId"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    _id: string;
    owner: string;
    member: string;
    kind: "add" | "remove";
    at: string;
    userId: string | null;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** Deleted items that the asker may take back, the latest deletion first. The Link header gives earlier ones. `GET /api/storage/crates/{crateId}/trash` */
  "storage.listTrash": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. 1 to 128 */
      "limit"?: number | undefined;
      /** Goes on after a row: what the Link header of the page before names. at most 1024 characters */
      "after"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    bytes: number;
    mimetype: string;
    rev: number;
    sha256: string | null;
    updatedAt: string;
    updatedBy: string | null;
    createdAt: string;
    deletedAt: string;
    deletedBy: string | null;
    purgedAt: string;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.foreignCursor" | "storage.noCrate";
  };
  /** The states that an item has had and that are kept, the current one first. The Link header gives older ones. `GET /api/storage/crates/{crateId}/items/{itemId}/versions` */
  "storage.listVersions": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: {
      /** How many rows at most. Fewer than that: there are no more, unless a Link header names a next page. 1 to 128 */
      "limit"?: number | undefined;
      /** Versions older than this number. matches ^[1-9]\d{0,14}$ */
      "before"?: QueryValue;
    };
    headers: undefined;
    body: undefined;
    data: {
  data: {
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    bytes: number;
    mimetype: string;
    rev: number;
    sha256: string | null;
    updatedAt: string;
    updatedBy: string | null;
    etag: string;
    endedAt: string | null;
  }[];
}['data'];
    problem: "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.noCrate" | "storage.noItem";
  };
  /** Merges a JSON merge patch (RFC 7396) into name, tags, collaborators, map and note. `PATCH /api/storage/crates/{crateId}/items/{itemId}/metadata` */
  "storage.patchMetadata": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** A name. 1 to 128 characters */
      "name"?: string | null;
      /** Tags. at most 64 entries */
      "tags"?: string[] | null;
      /** Who may change it, the owner first. 1 to 64 entries */
      "collaborators"?: string[];
      /** A few small values beside the body. */
      "map"?: Record<string, string | number | boolean | null> | null;
      /** A note beside the body. 1 to 2000 characters */
      "note"?: string | null;
    };
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  };
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.changedMeanwhile" | "storage.idempotencyKeyReused" | "storage.invalidMetadata" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.preconditionRequired" | "storage.stillRunning";
  };
  /** Removes up to 128 members, separated by commas. `DELETE /api/storage/crates/{crateId}/sets/{set}/owners/{owner}/members/{members}` */
  "storage.removeMembers": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The name of the set, as the policy of the crate has it. */
      "set": string | number;
      /** Whose set it is: a user, or @me. */
      "owner": string | number;
      /** Members separated by commas. */
      "members": string | number;
    };
    query: undefined;
    headers: undefined;
    body: undefined;
    data: undefined;
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.invalidMembers" | "storage.noCrate" | "storage.noSet";
  };
  /** Gives an item the state of a version again, as a new version. `POST /api/storage/crates/{crateId}/items/{itemId}/versions/{rev}/restore` */
  "storage.restoreVersion": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
      /** The number of a version, as the list of versions tells it. */
      "rev": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: undefined;
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  };
}['data'];
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.changedMeanwhile" | "storage.idempotencyKeyReused" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.noVersion" | "storage.overQuota" | "storage.preconditionRequired" | "storage.stillRunning";
  };
  /** Takes an item out of the trash as it was: its id, versions, stats, records and collaborators. `POST /api/storage/crates/{crateId}/trash/{itemId}/restore` */
  "storage.undeleteItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: undefined;
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  };
}['data'];
    problem: "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.stillRunning";
  };
  /** Replaces an item’s body, and the metadata that Rumpus-Item-Parameters names. `PUT /api/storage/crates/{crateId}/items/{itemId}` */
  "storage.updateItem": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
      /** Percent-encoded JSON with tags, collaborators, name, map and note. */
      "rumpus-item-parameters"?: string;
      /** The type of the body, which is kept and given back. */
      "content-type"?: string;
      /** A digest of the body as it is sent (RFC 9530). A wrong one is refused. */
      "content-digest"?: string;
      /** A digest of the whole body (RFC 9530). A wrong one is refused. */
      "repr-digest"?: string;
    };
    body: string | Uint8Array | Blob;
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  };
}['data'];
    problem: "call.bodyCutOff" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.bodyOverQuota" | "storage.bodyTooLarge" | "storage.changedMeanwhile" | "storage.invalidDigest" | "storage.invalidMetadata" | "storage.nameTaken" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.preconditionRequired" | "storage.storeFull" | "storage.wrongDigest";
  };
  /** The same for at most 100 items, each named by itemId or name. Entries of one item are one change of it. `PATCH /api/storage/crates/{crateId}/items/@batch/stats` */
  "storage.updateManyStats": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** At most 100 entries, each an item by itemId or name with what changes. */
      "updates": {
  itemId?: string;
  name?: string;
  changeStats?: Record<string, number>;
  setStats?: Record<string, number>;
  submitRecords?: Record<string, number | {
    value: number;
    userId: string;
  }>;
}[];
    };
    data: {
  data: ({
    itemId: string;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }>;
  } | {
    itemId?: string;
    name?: string;
    problem: {
      status: number;
      code: string;
      message: string;
    };
  })[];
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.invalidUpdates" | "storage.itemOrNameRequired" | "storage.noCrate" | "storage.nothingToUpdate" | "storage.stillRunning";
  };
  /** Replaces an item’s tags, its collaborators, or both. `PUT /api/storage/crates/{crateId}/items/{itemId}/metadata` */
  "storage.updateMetadata": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing. */
      "if-match"?: string;
      /** An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet. */
      "if-none-match"?: string;
    };
    body: {
      /** Tags. at most 64 entries */
      "tags"?: string[];
      /** Who may change it, the owner first. 1 to 64 entries */
      "collaborators"?: string[];
    };
    data: {
  data: {
    _id: string;
    itemId: string;
    crateId: string;
    name: string | null;
    userId: string;
    collaborators: string[];
    tags: string[];
    map: Record<string, string | number | boolean | null>;
    note: string | null;
    etag: string;
    bytes: number;
    mimetype: string;
    createdAt: string;
    updatedAt: string;
    createdAgo: number;
    updatedAgo: number;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }[]>;
  };
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.invalidParameter" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "call.weakEtag" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.changedMeanwhile" | "storage.invalidMetadata" | "storage.noCrate" | "storage.noItem" | "storage.overQuota" | "storage.preconditionRequired";
  };
  /** Adds to stats, sets stats, submits records of an item: whole or not at all. A broken rule of a stat stands in fields. `PATCH /api/storage/crates/{crateId}/items/{itemId}/stats` */
  "storage.updateStats": {
    params: {
      /** The crate, such as public-library. */
      "crateId": string | number;
      /** The item, by its id. */
      "itemId": string | number;
    };
    query: undefined;
    headers: {
      /** Any text of your own: the same request with the same key happens once, also when it is sent again within a day. */
      "idempotency-key"?: string;
    };
    body: {
      /** Numbers to add, by the name of the stat. */
      "changeStats"?: Record<string, number>;
      /** Numbers to set, by the name of the stat. */
      "setStats"?: Record<string, number>;
      /** Numbers that count where they are better, by the name of the record. */
      "submitRecords"?: Record<string, number | {
  value: number;
  userId: string;
}>;
    };
    data: {
  data: {
    itemId: string;
    stats: Record<string, number>;
    records: Record<string, {
      userId: string;
      value: number;
      createdAt: string;
    }>;
  };
}['data'];
    problem: "call.bodyCutOff" | "call.bodyTooLarge" | "call.crossSite" | "call.notFound" | "call.rateLimited" | "call.serverError" | "call.undecodableBody" | "call.unsupportedEncoding" | "call.unsupportedType" | "current.badCredentials" | "current.invalidMasquerade" | "current.keyMayNot" | "current.notAllowed" | "database.busy" | "database.full" | "database.unavailable" | "delegation.invalidKey" | "delegation.malformedKey" | "storage.badIdempotencyKey" | "storage.idempotencyKeyReused" | "storage.idsRequired" | "storage.invalidUpdates" | "storage.noCrate" | "storage.noItem" | "storage.nothingToUpdate" | "storage.stillRunning";
  };
}
