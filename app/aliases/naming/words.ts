/** What names are made of when nobody has chosen one. Each word has at most nine letters, and any two go together. */
export const QUALITIES = (
  'Bouncy Breezy Bubbly Bumpy Buttery Careful Cheerful Clever Cosmic Cosy Crispy Crunchy Curly Daring Dashing Dizzy ' +
  'Dotted Dozing Drowsy Dusty Early Eager Fearless Fizzy Floating Fluffy Flying Foggy Folded Friendly Frosty Fuzzy ' +
  'Gallant Gentle Giggling Glittery Golden Grand Grinning Happy Hasty Heroic Hopping Humble Humming Icy Inky Jolly ' +
  'Juggling Jumpy Knitted Lanky Late Lofty Lucky Lunar Magnetic Mellow Merry Mighty Minty Misty Modest Mossy Musical ' +
  'Mystic Napping Nimble Noble Patient Peppery Plucky Polite Puzzled Quiet Rapid Restless Rolling Rowdy Rubber Rusty ' +
  'Salty Secret Shiny Silent Singing Sleepy Sneaky Snoring Solar Sparkling Speedy Spotted Squeaky Starry Striped Sturdy ' +
  'Sunny Swift Tidy Tiny Toasty Tumbling Twinkly Velvet Wandering Whirling Whistling Windy Witty Wobbly Woolly Zesty'
).split(' ');

export const THINGS = (
  'Acorn Anchor Badger Bagel Balloon Banjo Barnacle Beacon Beetle Biscuit Blanket Bobbin Brioche Bucket Button Cabbage ' +
  'Cactus Candle Carrot Cello Chutney Clover Comet Compass Cookie Cricket Crumpet Cushion Dolphin Donut Dragon Drum ' +
  'Dumpling Elbow Falcon Feather Ferret Fiddle Flamingo Gadget Gecko Goblet Goblin Griffin Hammock Hedgehog Heron ' +
  'Igloo Jigsaw Kazoo Kettle Kiwi Ladle Lantern Lemon Lizard Llama Lobster Magnet Mammoth Marble Meteor Mitten Moose ' +
  'Muffin Mushroom Narwhal Nutmeg Oatmeal Octopus Omelette Otter Owl Pancake Panda Parrot Parsnip Pebble Pelican ' +
  'Penguin Pepper Pigeon Pinecone Plum Potato Pretzel Pudding Puffin Pumpkin Quokka Raccoon Radish Raven Robot Rocket ' +
  'Saddle Sandal Satchel Saucer Scarf Seagull Skillet Snail Sofa Spatula Sprocket Squid Teacup Teapot Tempest Thimble ' +
  'Toaster Toucan Trumpet Tugboat Turnip Turtle Umbrella Unicorn Waffle Walnut Walrus Whistle Wombat Yeti Yogurt Zeppelin'
).split(' ');
